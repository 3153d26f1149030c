import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';

const milliseconds = { min: Date.UTC(1970), max: Date.UTC(2100) };
const instants = fc.integer(milliseconds).map((ms) => new Date(ms).toISOString());

/** Formats whose patterns fast-check cannot draw from, or would draw badly; each made when asked for: `webUrl` takes a second. */
const byFormat: Readonly<Record<string, () => Arbitrary<string>>> = {
  email: () => fc.emailAddress(),
  url: () => fc.webUrl(),
  uuid: () => fc.uuid(),
  guid: () => fc.uuid(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  base64: () => fc.base64String(),
  datetime: () =>
    fc.oneof(
      instants,
      instants.map((instant) => instant.replace(/\.\d+/, '')),
    ),
  duration: () => fc.tuple(fc.nat(99), fc.nat(99)).map(([days, seconds]) => `P${days}DT${seconds}S`),
  hostname: () => fc.domain(),
  date: () => instants.map((instant) => instant.slice(0, 10)),
  time: () => instants.map((instant) => instant.slice(11, 19)),
  json_string: () => fc.json(),
};

/** Gives texts of a format that has a name; undefined where its pattern serves, or there is none. */
export function textOfFormat(
  schema: z.core.$ZodType,
  format: string | undefined,
): Arbitrary<string> | undefined {
  if (format === 'jwt') return tokens((schema._zod.def as z.core.$ZodJWTDef).alg ?? 'HS256');
  return format === undefined ? undefined : byFormat[format]?.();
}

/** Tokens that nobody signed: header, claims and signature. */
function tokens(alg: string): Arbitrary<string> {
  const header = base64url(JSON.stringify({ alg, typ: 'JWT' }));
  const claims = fc.record({ sub: fc.string(), iat: fc.nat() }).map((claim) => JSON.stringify(claim));
  const signatures = fc.string({ minLength: 32, maxLength: 32 });
  return fc.tuple(claims, signatures).map((parts) => [header, ...parts.map(base64url)].join('.'));
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
