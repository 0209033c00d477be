/** Local Azure storage: installs the pinned Azurite and runs it for as long as its parent lives. */
package io.poolkeeper.devstack.azurite;
