# Read by the hooks: . infra/hooks/common.sh

say() { printf '%s\n' "$*"; }
fail() {
  printf 'ERROR: %s\n' "$*" >&2
  exit 1
}

# A variable that must be set.
need() {
  eval "value=\${$1:-}"
  [ -n "$value" ] || fail "expected the variable $1, found none; $2"
}

# Repeats a command until it succeeds: retry SECONDS WHAT COMMAND...
retry() {
  left=$1
  what=$2
  shift 2
  until answer=$("$@" 2>&1); do
    if [ "$left" -le 0 ]; then
      printf '%s\n' "$answer" >&2
      fail "$what: still not possible"
    fi
    say "waiting for $what"
    sleep "${POOLKEEPER_POLL_SECONDS:-15}"
    left=$((left - 15))
  done
}

# Subscriptions of the targets, that of the deployment first.
subscriptions() {
  {
    printf '%s\n' "$AZURE_SUBSCRIPTION_ID"
    printf '%s' "${POOLKEEPER_TARGETS:-}" | tr -d ' \n\t' | grep -oE '"subscriptionId":"[^"]+"' | cut -d'"' -f4
  } | awk '!seen[tolower($0)]++'
}

# Rights and events in the resource groups of others.
deploy_targets() {
  targets=$(printf '%s' "${POOLKEEPER_TARGETS:-}" | tr -d ' \n\t')
  if [ -z "$targets" ] || [ "$targets" = '[]' ]; then
    say "POOLKEEPER_TARGETS names no resource group: nothing can be read or written yet"
    return 0
  fi
  # Three attempts: a role that is seconds old may not be known yet where it is assigned.
  retry 30 "the deployment of infra/targets.bicep" az deployment sub create \
    --subscription "$AZURE_SUBSCRIPTION_ID" --location "$AZURE_LOCATION" \
    --name "poolkeeper-targets-$AZURE_ENV_NAME" --parameters infra/targets.bicepparam --output none
}
