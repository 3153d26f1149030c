import { delimiter, join } from 'node:path';

/** What every program of a block gets: no settings of the run around it, the commands of a project, the registry. */
export function snippetEnvironment(scratchProject: string, registry: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|CROSSCHECK_|VITEST|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$|CI$|GITHUB_)/i.test(name),
  );
  const commands = ['documentation/bin', 'node_modules/.bin'].map((folder) => join(scratchProject, folder));
  return {
    ...Object.fromEntries(kept),
    PATH: [...commands, process.env.PATH].join(delimiter),
    NO_COLOR: '1',
    STAGING_TOKEN: 'Bearer of-the-pages',
    STAGING_AUTHORIZATION: 'Bearer of-the-pages',
    npm_config_registry: registry,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/** The two variables that name a deployment, and where its control listener is. */
export function variablesOf(served: {
  readonly baseUrl: string;
  readonly controlUrl: string;
}): NodeJS.ProcessEnv {
  const { baseUrl, controlUrl } = served;
  return { CROSSCHECK_SIMULATOR_URL: baseUrl, CROSSCHECK_OBSERVER_URL: baseUrl, CONTROL_URL: controlUrl };
}
