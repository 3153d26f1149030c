// Of a bench that runs with SHORT=1 the figures mean nothing: it only shows that the bench still runs.
export const isShort = process.env.SHORT === '1';

/** Returns a number that a variable of the environment can set: its default, or a smaller one for a short run. */
export function setting(name, whole, short) {
  return Number(process.env[name] ?? (isShort ? short : whole));
}
