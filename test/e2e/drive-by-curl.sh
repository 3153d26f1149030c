#!/usr/bin/env bash
# Drives a local deployment with nothing but curl: submits an operation, advances the time and observes.
# Usage: drive-by-curl.sh CONTROL_URL
set -euo pipefail

control=$1

# Answers with the body and the status, on two lines.
ask() { curl --silent --show-error --max-time 20 --write-out '\n%{http_code}' "$@"; }
post() { ask --request POST --header 'content-type: application/json' --data "$2" "$control$1"; }
# The text of a member of JSON on standard input that has it once.
text() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
status() { tail -n 1; }

deployment=$(ask "$control/deployment")
observer=$(text observerUrl <<<"$deployment")
target=$(text bounce <<<"$deployment")
caller=$(sed -n 's/.*"accounts":\["\([^"]*\)".*/\1/p' <<<"$deployment")

observe() { ask --get --data-urlencode "operationId=$1" "$observer/tvm/observer/is-message-included-in-consensus"; }
request() {
  printf '{"shardsKey":"7","evmCallParams":{"target":"%s","methodName":"bounce"},"tvmAssets":[{"amount":"%s"}],"tvmCaller":"%s"}' \
    "$target" "$1" "$caller"
}

echo "bad submission: $(post /operations "$(request -5)" | tr '\n' ' ')"

operation=$(post /operations "$(request 5)" | text operationId)
echo "submitted: $operation"
echo "stage: $(observe "$operation" | text stage)"

for ms in 200 50 50 2000; do
  post /clock/advance "{\"ms\":$ms}" >/dev/null
  echo "stage: $(observe "$operation" | text stage)"
done

proof=$(ask "$control/operations/$operation/proof?direction=outbound")
echo "proof: $(grep -o '"isProven":true\|"isRootSet":true' <<<"$proof" | tr '\n' ' ')"

post /faults '{"fault":"service-unavailable","times":1}' >/dev/null
echo "observed with a fault: $(observe "$operation" | status)"
echo "observed after it: $(observe "$operation" | status)"

echo "unknown: $(observe "0x$(printf '0%.0s' {1..64})" | status)"
echo "as a web page: $(ask --request POST --header 'origin: http://evil.example' "$control/clock/freeze" | status)"
