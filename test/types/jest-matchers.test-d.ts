import {
  type Client,
  defineDeployment,
  type InclusionRecord,
  type LooseSimulationRequest,
  type SimulationRequest,
} from 'crosscheck';
import type { JestMatchers } from 'crosscheck/matchers';
import { it } from 'vitest';

/** The types of Jest's `expect`, as `@jest/expect` and `@types/jest` declare them. */
interface Matchers<Subject> extends JestMatchers<Subject> {
  toBe(expected: unknown): void;
}
type Inverse<Inversed> = { readonly not: Inversed };
type Assertion<Subject> = Matchers<Subject> &
  Inverse<Matchers<Subject>> & { readonly resolves: Matchers<Subject> & Inverse<Matchers<Subject>> };
declare const expect: <Subject>(actual: Subject) => Assertion<Subject>;

declare const id: string;
declare const record: InclusionRecord;
declare const request: SimulationRequest;
declare const loose: LooseSimulationRequest;
declare const client: Client;

it('a negated wait needs forMs in Jest, and only a negated one takes it', () => {
  () => expect(id).toReachInclusion();
  () => expect(id).toReachInclusion({ timeoutMs: 5 });
  () => expect(id).not.toReachInclusion({ forMs: 5 });
  () => expect(id).toReachStage('executedInALPHA', { timeoutMs: 5 });
  () => expect(record).not.toReachStage('start', { forMs: 5 });
  () => expect(Promise.resolve(id)).resolves.not.toReachInclusion({ forMs: 5 });
  () => expect(id).toRemainPending({ forMs: 5 });
  () => expect(record).not.toBeIncluded();
  () => expect(id).not.toBe(id);
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachInclusion({ timeoutMs: 5 });
  // @ts-expect-error forMs is missing
  () => expect(id).not.toReachStage('start');
  // @ts-expect-error forMs is missing
  () => expect(Promise.resolve(id)).resolves.not.toReachInclusion();
  // @ts-expect-error forMs needs .not
  () => expect(id).toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect(id).toReachStage('start', { forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(id).not.toRemainPending({ forMs: 5 });
  // @ts-expect-error it is collectedInALPHA
  () => expect(id).toReachStage('collectedInAPLHA');
});

it('a request has what its deployment requires in Jest too', () => {
  const urls = { simulatorUrl: 'http://a', observerUrl: 'http://b' };
  const fewer = defineDeployment({ ...urls, conventions: { requiredRequestFields: ['shardsKey'] } });
  const more = defineDeployment({ ...urls, conventions: { requiredRequestFields: ['feeAssetAddress'] } });
  () => expect(request).toSimulateSuccessfully();
  () => expect(loose).not.toSimulateSuccessfully();
  () => expect(client.simulate(request)).toHaveOutMessageCount(1);
  () => expect(() => request).toFailSimulation('paused');
  () => expect({ shardsKey: '1', evmCallParams: { target: '0x' } }).toSimulateSuccessfully();
  () => expect({ shardsKey: '1' }).toSimulateSuccessfully({ deployment: fewer });
  // @ts-expect-error the call, the assets and the caller are missing
  () => expect({ shardsKey: '1' }).toSimulateSuccessfully();
  // @ts-expect-error there is no feeAssetAddress
  () => expect(request).not.toFailSimulation({ deployment: more });
  // @ts-expect-error it is estimatedGas
  () => expect(request).toMatchSimulation({ estimatdGas: 5n });
});
