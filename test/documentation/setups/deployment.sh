# The files of docs/deployments.md, and a deployment that has the members of its document at the URL of the page.
setups=$(dirname "${BASH_SOURCE[0]}")
cp "$setups/../../support/bridge-openapi.yaml" openapi.yaml
[ -e .git ] || git init -q
if [ -e contract.ts ]; then git add contract.ts; fi
rm -f served && mkfifo served
crosscheck serve --json --chains evm,tvm --extend crosscheck/presets >served &
read -r described <served
value() { node -p "JSON.parse(process.argv[1]).$1" "$described"; }
call="{\"target\":\"$(value contracts.targets.bounce)\",\"methodName\":\"bounce\"}"
assets='[{"amount":"1000"}]'
submitted=$(curl -sS "$(value controlUrl)/operations" -H 'content-type: application/json' \
  -d "{\"shardsKey\":\"7\",\"evmCallParams\":$call,\"tvmAssets\":$assets,\"tvmCaller\":\"$(value 'accounts[0]')\"}")
operation=$(node -p 'JSON.parse(process.argv[1]).operationId' "$submitted")
node "$setups/write-page-files.mjs" "$setups/../../../docs/deployments.md" \
  "$(value simulatorUrl)" "$(value observerUrl)" "$operation"
