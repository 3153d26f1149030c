# The same project with a suite of one test.
source "$(dirname "${BASH_SOURCE[0]}")/call.sh"
mkdir -p test
cat >vitest.config.mjs <<'JS'
export default { test: { globalSetup: ['crosscheck/vitest/local-setup'], setupFiles: ['crosscheck/vitest'] } };
JS
cat >test/call.test.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the call succeeds', async () => {
  await expect(JSON.parse(readFileSync('request.json', 'utf8'))).toSimulateSuccessfully();
});
JS
