package io.poolkeeper.cli.doctor;

/**
 * Something that is missing, in the way, or could not be looked at.
 *
 * @param where ARM id or name of a setting
 * @param remedy what to do
 */
record Finding(Code code, String where, String expected, String found, String remedy) {

  /** What kind of thing it is; tells apart what a role can mend and what it cannot. */
  enum Code {
    PROVIDER_NOT_REGISTERED,
    NOT_FOUND,
    MISSING_PERMISSION,
    MISSING_DATA_ROLE,
    /** No role helps against it. */
    DENY_ASSIGNMENT,
    /** No role helps against it. */
    POLICY_DENIES,
    /** No role helps against it. */
    LOCKED,
    ACCOUNT_CLOSED,
    TOPIC_MISSING,
    SUBSCRIPTION_MISSING,
    APP_STOPPED,
    FUNCTION_DISABLED,
    SETTING_REFUSED,
    /** Unknown: neither good nor bad. */
    UNREADABLE
  }
}
