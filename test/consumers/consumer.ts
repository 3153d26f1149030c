/** The versions of Node that consumers run: the lowest that there is room for, and the maintained ones after it. */
export const nodeVersions = ['20.19.0', '22', '24'] as const;

/** The versions of TypeScript that check the types in every consumer. */
export const compilers = ['5.9', '6', '7'] as const;

/** The name that a compiler is installed under, beside the others. */
export function installedAs(compiler: (typeof compilers)[number]): string {
  return `typescript-${compiler}`;
}

/** A combination that the package is installed in, as another repository would. */
export interface Consumer {
  /** A test runner with its version, `vitest@4`. */
  readonly runner: `${'vitest' | 'jest' | 'playwright'}@${string}`;
  readonly node: (typeof nodeVersions)[number];
  readonly packageManager: 'npm' | 'pnpm';
  /** Whether the project consists of CommonJS modules. Default: false, ES modules. */
  readonly isCommonJs?: boolean;
  /** The version of fast-check. Default: 4. */
  readonly fastCheck?: string;
}

/** What a consumer turned out to be, for the matrix at the end of the run. */
export interface ConsumerVersions {
  readonly runner: string;
  readonly node: string;
  readonly packageManager: string;
  readonly fastCheck: string;
  readonly typescript: string;
  readonly installMs: number;
}

/** A consumer whose packages are there. */
export interface InstalledConsumer {
  readonly consumer: Consumer;
  readonly directory: string;
  /** The environment in which its own Node and its own commands are found first. */
  readonly env: NodeJS.ProcessEnv;
  readonly versions: ConsumerVersions;
}
