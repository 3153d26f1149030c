import { createRequire } from 'node:module';
import { LocalDeploymentError } from '../../../errors.js';

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Finds the anvil binary, which ships inside a platform package of the optional dependency `@foundry-rs/anvil`.
 *
 * @param from - The module from which the dependency is looked up.
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` when it is not installed, or not made for this platform.
 */
export function resolveAnvilBinary(from: string = import.meta.url): string {
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // By way of the wrapper: with some installers only the wrapper itself can see its platform packages.
    const wrapper = createRequire(from).resolve('@foundry-rs/anvil/package.json');
    return createRequire(wrapper).resolve(`@foundry-rs/anvil-${platform}/bin/${file}`);
  } catch (cause) {
    throw anvilMissing(`The package @foundry-rs/anvil-${platform} is not installed.`, cause);
  }
}

/** The error for a binary that somebody named. */
export function cannotRun(binary: string, cause: NodeJS.ErrnoException): LocalDeploymentError {
  const summary = `The EVM engine cannot be run: ${binary} (${cause.code ?? cause.message}).`;
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', { summary, cause });
}

/** The error that says how to get the engine. */
export function anvilMissing(detail: string, cause: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', {
    summary:
      'The local deployment needs anvil: install it with `npm install --save-dev @foundry-rs/anvil`, or pass the path of a binary.',
    details: [detail],
    cause,
  });
}
