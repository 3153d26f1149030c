import type { ChainNames } from './dialect.js';

/** The names of the two endpoints that the interface shows (section 4). */
export const builtInEndpointNames = ['simulate', 'inclusion'] as const;

/** One of {@link builtInEndpointNames}. */
export type BuiltInEndpointName = (typeof builtInEndpointNames)[number];

/** The form of all names of endpoints, custom ones among them: in lower case with dashes. */
export const endpointNameForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Path of "simulate a cross-chain call" under the simulator's base URL. Section 4.1. */
export function simulatePath({ alpha }: ChainNames): string {
  return `/${alpha}/simulator/simulate-message`;
}

/** Path of "check whether the Merkle root is set" under the observer's base URL. Section 4.2. */
export function inclusionPath({ beta }: ChainNames): string {
  return `/${beta}/observer/is-message-included-in-consensus`;
}

/** Path of an endpoint that the interface does not show, under its server's base URL; braces of params stay. */
export function endpointPath(template: string, { alpha, beta }: ChainNames): string {
  return template.replaceAll('{alpha}', alpha).replaceAll('{beta}', beta);
}

/** The places in the path of a custom endpoint that its params fill: all braces but those of the chains. */
export const pathParam = /\{(?!(?:alpha|beta)\})([^{}]*)\}/g;

/** Tells whether the text of a value can be a segment of a path; URLs read `.` and `..` as folders. */
export function isSegment(value: unknown): boolean {
  return !['', '.', '..'].includes(String(value));
}
