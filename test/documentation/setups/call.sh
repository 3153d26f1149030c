# A project with a deployment by the name of staging, and a call in request.json.
source "$(dirname "${BASH_SOURCE[0]}")/staging.sh"
cat >request.json <<'JSON'
{
  "shardsKey": "1763712000042",
  "alphaCallParams": { "target": "0x1111111111111111111111111111111111111111" },
  "betaAssets": [],
  "betaCaller": "0:2222222222222222222222222222222222222222222222222222222222222222"
}
JSON
