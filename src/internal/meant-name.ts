import { closest } from './closest.js';

// Shorter names are a part of too many others.
const shortestPart = 4;

/** Finds the known name that another one probably stands for: a near one, or one that it is a part of. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  if (near !== undefined || name.length < shortestPart) return near;
  return known.find((candidate) => candidate.toLowerCase().includes(name.toLowerCase()));
}
