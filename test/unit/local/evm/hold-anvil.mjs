/** Starts anvil, prints its URL, and ends without stopping it once its own input ends. */
import { createViteServer } from 'vitest/node';

const vite = await createViteServer({
  configFile: false,
  server: { middlewareMode: true, watch: null },
  logLevel: 'error',
});
const { startAnvil } = await vite.ssrLoadModule('/src/local/evm/anvil.ts');
const { url } = await startAnvil();
console.log(url);
process.stdin.resume().on('end', () => process.exit());
