import type { Deployment } from 'crosscheck';
import { callTo, type LocalCall } from 'crosscheck/arbitraries';
import {
  type CampaignOptions,
  type CampaignReport,
  type Finding,
  type FuzzedCall,
  type PhaseChoice,
  type Replay,
  replayCase,
  runCampaign,
} from 'crosscheck/fuzz';
import type { FuzzingOptions } from 'crosscheck/matchers';
import type {} from 'crosscheck/vitest';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import { it } from 'vitest';
import type { AssertionOn } from './assertion-on.js';

type ToSurviveFuzzing = AssertionOn<Deployment>['toSurviveFuzzing'];

it('a campaign is typed by its options and its report', () => {
  expectTypeOf(runCampaign).parameter(0).toEqualTypeOf<CampaignOptions>();
  expectTypeOf(runCampaign).returns.resolves.toEqualTypeOf<CampaignReport>();
  expectTypeOf(replayCase).returns.resolves.toEqualTypeOf<Replay>();
  expectTypeOf<CampaignReport['findings']>().toEqualTypeOf<readonly Finding[]>();
  expectTypeOf<Finding['confidence']>().toEqualTypeOf<
    'stable' | 'flaky' | 'not-reproduced' | 'unconfirmed'
  >();
  expectTypeOf<CampaignOptions['deployment']>().toEqualTypeOf<Deployment>();
});

it('calls are any arbitrary of fuzzed calls', () => {
  const calls = () =>
    callTo({ target: '0x', signature: 'a()' }).map((request) => ({ request, succeeds: true }));
  expectTypeOf(calls).returns.toExtend<NonNullable<CampaignOptions['calls']>>();
  expectTypeOf(fc.constant<FuzzedCall>({ request: {} })).toExtend<NonNullable<CampaignOptions['calls']>>();
  expectTypeOf<fc.Arbitrary<string>>().not.toExtend<NonNullable<CampaignOptions['calls']>>();
  expectTypeOf<LocalCall>().toExtend<FuzzedCall>();
});

it('the matcher takes the options of a campaign but its deployment', () => {
  expectTypeOf<ToSurviveFuzzing>().parameter(0).toEqualTypeOf<FuzzingOptions | undefined>();
  expectTypeOf<ToSurviveFuzzing>().returns.toEqualTypeOf<Promise<void>>();
  // @ts-expect-error it is the subject
  ({ deployment: {} as Deployment }) satisfies FuzzingOptions;
  // @ts-expect-error there is no such phase
  ({ phases: { vaild: 5 } }) satisfies FuzzingOptions;
  ({ skipChecks: ['asset-order'] }) satisfies FuzzingOptions;
  // @ts-expect-error it is asset-order
  ({ skipChecks: ['asset-ordr'] }) satisfies FuzzingOptions;
});

it('phases are switched one by one, or are a list of the only ones', () => {
  expectTypeOf<{ wire: false; valid: 50; smoke: undefined }>().toExtend<PhaseChoice>();
  expectTypeOf<['smoke', ['valid', 50]]>().toExtend<PhaseChoice>();
  expectTypeOf<['vaild']>().not.toExtend<PhaseChoice>();
  expectTypeOf<[['valid', true]]>().not.toExtend<PhaseChoice>();
});
