import { describe, expect, it } from 'vitest';
import {
  answered,
  check,
  classes,
  invalidCall,
  noServerError,
  query,
  simulate,
  texts,
  unknown,
  validCall,
} from './observed.js';

const saying = (error: string, request = simulate(invalidCall)) =>
  answered(request, { status: 500, body: { error } });
const nodeError = new Error('boom').stack as string;

describe('leaked-internals', () => {
  it.each([
    ['Node.js', nodeError],
    [
      'Node.js, anonymous',
      'TypeError: x is not a function\n    at /srv/dist/server.js:12:7\n    at node:internal/x:1:2',
    ],
    ['Java', 'java.lang.NullPointerException\n\tat com.acme.Simulator.run(Simulator.java:42)'],
    ['Kotlin', 'kotlin.KotlinNullPointerException\n\tat com.acme.SimulatorKt$main$1.invoke(Simulator.kt:7)'],
    ['Go', 'goroutine 17 [running]:\nmain.(*Simulator).Run(0xc000010000)\n\t/build/main.go:42 +0x1d'],
    ['Go, recovered', 'runtime error: invalid memory address or nil pointer dereference'],
    ['Go, a place', 'simulator.go:88: cannot unmarshal string'],
    ['Python', 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in <module>'],
    ['Python, the last frame', 'File "app.py", line 3, in run'],
    ['Rust', "thread 'tokio-runtime-worker' panicked at src/simulate.rs:12:9:\nindex out of bounds"],
    ['Rust, old', "thread 'main' panicked at 'index out of bounds', src/main.rs:4:5"],
    ['.NET', '   at Acme.Simulator.Run() in C:\\src\\Simulator.cs:line 42'],
    ['PHP', 'PHP Fatal error: Uncaught Error\nStack trace:\n#0 index.php(12): run()\n#1 {main}'],
    ['Ruby', "app/simulator.rb:12:in `run'"],
  ])('finds a stack trace of %s', (_, trace) => {
    expect(classes(check('leaked-internals'), saying(trace))).toEqual(['stack trace']);
  });

  it('finds a stack trace in a page', () => {
    const body =
      '<pre>SyntaxError: Unexpected token<br> &nbsp; &nbsp;at JSON.parse (&lt;anonymous&gt;)<br></pre>';
    expect(
      classes(check('leaked-internals'), answered(simulate(invalidCall), { status: 400, body })),
    ).toEqual(['stack trace']);
  });

  it.each([
    "ENOENT: no such file or directory, open '/etc/service/keys.json'",
    'cannot read /home/deploy/simulator/config.yaml',
    'module not found: /usr/src/app/node_modules/x',
    '/var/run/docker.sock rejected',
    'template /app/dist/errors/500.html is missing',
    'cannot open C:\\Users\\svc\\simulator\\app.config',
  ])('finds the path of a file: %s', (error) => {
    expect(classes(check('leaked-internals'), saying(error))).toEqual(['file path']);
  });

  it('finds a path in JSON that escapes slashes, or right after a new line', () => {
    const escaped = { status: 500, body: String.raw`{"error":"open \/var\/www\/index.php"}` };
    expect(texts(check('leaked-internals'), answered(simulate(validCall), escaped))[0]).toMatch(
      /: \/var\/www\/index\.php$/,
    );
    expect(classes(check('leaked-internals'), saying('failed:\n/home/deploy/x'))).toEqual(['file path']);
  });

  it.each([
    'unknown path; expected POST /alpha/simulator/simulate-message',
    'see https://docs.example.org/home/errors/usr/42 and http://host/etc/x',
    'the body is not JSON: Unexpected token at position 12',
    'expired at 10:20:30',
    "retry\n    at 10 o'clock",
    'ratio 1/2, and/or, n/a, /api/v1/x, /app, /application/x',
    'execution reverted: Refused("a/b/c", 0x2f757372)',
    'the goroutine is busy; panicked users; Stack trace: none',
    'C: drive, D:\\',
    `{"nested": "quo\\"ted"}`,
  ])('ignores %s', (error) => {
    expect(classes(check('leaked-internals'), saying(error))).toEqual([]);
  });

  it('ignores what the request itself contained', () => {
    const error = 'unknown path /etc/passwd.';
    expect(classes(check('leaked-internals'), saying(error))).toHaveLength(1);
    expect(
      classes(
        check('leaked-internals'),
        saying(error, simulate(invalidCall, { body: '{"a":"/etc/passwd"}' })),
      ),
    ).toEqual([]);
    expect(
      classes(
        check('leaked-internals'),
        saying(error, query(unknown, { query: 'operationId=%2Fetc%2Fpasswd' })),
      ),
    ).toEqual([]);
    const bytes = { base64: Buffer.from('GET /etc/passwd HTTP/1.1').toString('base64') };
    const wire = { endpoint: 'simulate', wire: [{ bytes }], expect: noServerError } as const;
    expect(classes(check('leaked-internals'), answered(wire, { status: 404, body: { error } }))).toEqual([]);
  });

  it('ignores the links of a page', () => {
    const body = '<link href="/app/main.css"><script src="/usr/share/x.js"></script>';
    expect(classes(check('leaked-internals'), answered(simulate(validCall), { status: 502, body }))).toEqual(
      [],
    );
  });

  it('shows what it found, unless a credential is next to it', () => {
    expect(texts(check('leaked-internals'), saying('open /etc/x'))[0]).toBe(
      'expected no internals of the service, got a file path: /etc/x',
    );
    const withCredential = { status: 500, body: { error: 'open /etc/x' }, echoesCredential: true };
    expect(texts(check('leaked-internals'), answered(simulate(validCall), withCredential))[0]).toBe(
      'expected no internals of the service, got a file path',
    );
  });
});

describe('leaked-secret', () => {
  const hex = '0123456789abcdef';

  it('finds a credential of the request', () => {
    const echo = answered(simulate(validCall), { status: 500, body: { error: 'x' }, echoesCredential: true });
    expect(classes(check('leaked-secret'), echo)).toEqual(['credential']);
  });

  it.each([
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
    '-----BEGIN PRIVATE KEY-----\nMIIE',
    `token eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`,
    `key AKIA${'ABCDEFGH12345678'}`,
    `authorization: Bearer ${hex}${hex}`,
    'dial postgres://service:pass-word@db.internal:5432/x',
    'redis://:s3cret@cache:6379',
    `PRIVATE_KEY=0x${hex.repeat(4)}`,
    `{"privateKey": "0x${hex.repeat(4)}"}`,
    'password=hunter2hunter2',
    "DB_PASSWORD: 'pr0duction'",
    'clientSecret: a1b2c3d4e5',
    `API_KEY=${hex}`,
  ])('finds what looks like a key: %s', (error) => {
    expect(classes(check('leaked-secret'), saying(error))).toEqual(['key or password']);
  });

  it.each([
    'password: required',
    'the shardsKey: 1763712000042',
    'no Bearer token was given; Bearer authentication-scheme-needed',
    'https://user@example.org/x:y@z',
    'postgres://service:xxxxx@db.internal',
    'the secret is missing',
    `operation 0x${hex.repeat(4)} not found`,
    '-----BEGIN CERTIFICATE-----',
    'apiKey must be a text, got undefined',
  ])('ignores %s', (error) => {
    expect(classes(check('leaked-secret'), saying(error))).toEqual([]);
  });

  it('ignores what the request itself contained, and never shows it', () => {
    const error = 'bad value password=hunter2hunter2';
    const echo = saying(error, simulate(invalidCall, { body: '{"extraData":"password=hunter2hunter2"}' }));
    expect(classes(check('leaked-secret'), echo)).toEqual([]);
    expect(texts(check('leaked-secret'), saying(error))[0]).not.toContain('hunter2');
  });
});
