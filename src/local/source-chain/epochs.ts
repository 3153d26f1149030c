import { z } from 'zod';
import { longestTimerMs } from '../../internal/clock.js';
import { integer } from '../../internal/options.js';
import type { Hex } from '../evm/json-rpc.js';
import type { EpochRoot } from '../model/control-data.js';
import type { Credit } from './balances.js';
import type { GrowingMerkleTree, MerkleTree } from './merkle-tree.js';

const chainSettingsShape = {
  epochMs: integer(1, longestTimerMs),
  /** The time from the end of an epoch until a quorum has agreed on its root. */
  consensusMs: integer(0, longestTimerMs),
  /** The time from the agreement until the messages of the epoch are delivered. */
  executionMs: integer(0, longestTimerMs),
  /** How many of the five validators must agree on a root. */
  quorum: integer(1, 5),
};

/** The schema of {@link ChainSettings}. */
export const chainSettingsSchema = z.strictObject(chainSettingsShape);

/** The settings that can be changed while a source chain runs. Durations are in milliseconds. */
export interface ChainSettings extends Readonly<z.output<z.ZodObject<typeof chainSettingsShape>>> {}

/** The name of a profile of durations. */
export type TimingProfile = 'quick' | 'realistic' | 'peak';

/**
 * The durations of epochs, consensus and execution, in milliseconds: `quick` for tests, `realistic` as in practice,
 * `peak` when inclusion takes up to ten minutes. Source: practice; the parts of the ten minutes are an assumption.
 */
export const timingProfiles: Readonly<Record<TimingProfile, Omit<ChainSettings, 'quorum'>>> = {
  quick: { epochMs: 200, consensusMs: 50, executionMs: 50 },
  realistic: { epochMs: 30_000, consensusMs: 10_000, executionMs: 10_000 },
  peak: { epochMs: 160_000, consensusMs: 120_000, executionMs: 60_000 },
};

/**
 * The times of epochs: the start and end of one epoch, and the length of later ones. Times are in milliseconds after the
 * chain's start.
 */
export interface EpochTimeline {
  readonly epoch: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The length of the epochs that follow. */
  readonly epochMs: number;
}

/** Returns the timeline of a chain whose epochs have had the same length from its start. */
export function initialTimeline(epochMs: number): EpochTimeline {
  return { epoch: 0, startMs: 0, endMs: epochMs, epochMs };
}

/**
 * Returns the epoch that runs at a moment, with its start and its end.
 *
 * Source: practice; an epoch's id is `floor((now - start) / length)`. When the length changes, counting continues.
 */
export function epochAt(timeline: EpochTimeline, atMs: number): Omit<EpochTimeline, 'epochMs'> {
  const { epoch, endMs, epochMs } = timeline;
  if (atMs < endMs) return timeline;
  const passed = Math.floor((atMs - endMs) / epochMs);
  const startMs = endMs + passed * epochMs;
  return { epoch: epoch + 1 + passed, startMs, endMs: startMs + epochMs };
}

/**
 * Returns a timeline with a new length, beginning with the epoch that runs at a moment. That epoch ends immediately if it is
 * already longer.
 */
export function changeEpochs(timeline: EpochTimeline, epochMs: number, atMs: number): EpochTimeline {
  const { epoch, startMs } = epochAt(timeline, atMs);
  return { epoch, startMs, endMs: Math.max(startMs + epochMs, atMs), epochMs };
}

/**
 * A message on its way. An outbound message is the operation itself. An inbound one is what a target sent back, or the assets
 * of an operation that is rolled back.
 */
export interface Message {
  readonly operationId: Hex;
  /** The assets of an inbound message to a caller with limited balances. */
  readonly credit?: Credit | undefined;
}

/** An open epoch, which collects messages. */
interface OpenEpoch {
  readonly messages: Message[];
  /** Has a leaf for each message, in the same order. */
  readonly tree: GrowingMerkleTree;
}

/** An ended epoch. Immutable: it is replaced, never changed. */
export interface EndedEpoch {
  readonly epoch: number;
  /** In milliseconds after the chain's start. */
  readonly endedMs: number;
  readonly messages: readonly Message[];
  readonly tree: MerkleTree;
  readonly state: EpochRoot['state'];
  /** Whether all of its messages were delivered or have failed. */
  readonly isDelivered: boolean;
}

/** The epochs of one direction that have messages, by number. */
export interface Epochs {
  readonly open: Map<number, OpenEpoch>;
  /** In the order in which they ended. */
  readonly ended: Map<number, EndedEpoch>;
}

/** Returns an independent copy of epochs. */
export function copyOfEpochs({ open, ended }: Epochs): Epochs {
  const copies = [...open].map(([epoch, { messages, tree }]) => {
    const copy: OpenEpoch = { messages: [...messages], tree: tree.copy() };
    return [epoch, copy] as const;
  });
  return { open: new Map(copies), ended: new Map(ended) };
}
