# A configuration with a deployment `staging`, for pages that show none.
if ! ls crosscheck.config.* >/dev/null 2>&1; then
  cat >crosscheck.config.json <<JSON
{ "deployments": { "staging": { "simulatorUrl": "$CROSSCHECK_SIMULATOR_URL", "observerUrl": "$CROSSCHECK_OBSERVER_URL" } } }
JSON
fi
