import type { Deployment } from '../deployment/deployment.js';
import { apartFromTests } from '../internal/test-context.js';
import type { SmokeOptions } from '../smoke/smoke-options.js';
import type { SmokeCheck } from '../smoke/smoke-report.js';

/** What a suite asks: a deployment, or what gives it. */
export type GivenDeployment = Deployment | (() => Deployment | Promise<Deployment>);

/** How a suite asks, or what looks that up. */
type GivenOptions = PlainOptions | (() => Promise<PlainOptions>);

type PlainOptions = Omit<SmokeOptions, 'deployment' | 'onCheck'>;

/** Runs smoke checks, and gives each to whoever waits for it as soon as it ends. */
export class SmokeChecksUnderWay {
  readonly #ended = new Map<string, SmokeCheck>();
  readonly #waiting = new Map<string, (check: SmokeCheck) => void>();
  readonly #run: Promise<unknown>;

  constructor(deployment: GivenDeployment, options: GivenOptions) {
    this.#run = this.#start(deployment, options);
    // Whoever waits for a check hears of it; when nobody does, nobody needs to.
    this.#run.catch(() => {});
  }

  /** Waits for a check. Rejects with what ended the run before it. */
  async of(name: string): Promise<SmokeCheck> {
    const ended = new Promise<SmokeCheck>((resolve) => {
      const check = this.#ended.get(name);
      if (check === undefined) this.#waiting.set(name, resolve);
      else resolve(check);
    });
    const lost = this.#run.then(() => this.#ended.get(name) as SmokeCheck);
    return await Promise.race([ended, lost]);
  }

  async #start(given: GivenDeployment, givenOptions: GivenOptions): Promise<unknown> {
    const deployment = typeof given === 'function' ? await given() : given;
    const options = typeof givenOptions === 'function' ? await givenOptions() : givenOptions;
    // undici and zod take long to load; a suite whose tests are filtered out does not pay for them.
    const { runSmoke } = await import('../smoke/run-smoke.js');
    const onCheck = (check: SmokeCheck): void => {
      this.#ended.set(check.name, check);
      this.#waiting.get(check.name)?.(check);
    };
    // It begins in the first test of the suite and goes on in the others.
    return await apartFromTests(() => runSmoke({ ...options, deployment, onCheck }));
  }
}
