import type { MarkedPattern } from '../../../internal/marked-pattern.js';

/**
 * What runtimes write when something fails, as it stands in JSON: a new line is `\n` there, a quote `\"`. Practice:
 * traces of Node.js, Java, Go, Python, Rust, .NET, PHP and Ruby.
 */
export const stackTraces: readonly MarkedPattern[] = [
  { markers: ['    at '], pattern: /(?:\\n|\n) {2,8}at [^\n"]{1,300}?:\d{1,7}:\d{1,7}/ },
  { markers: ['&nbsp;at '], pattern: /&nbsp;at [^\n<]{1,300}/ },
  {
    markers: ['.java:', '.kt:'],
    pattern: /(?:\\t|\b)at [\w.$/<>]{1,300}\([\w$]{1,100}\.(?:java|kt):\d{1,7}\)/,
  },
  { markers: ['goroutine '], pattern: /\bgoroutine \d+ \[[a-z ]+/ },
  {
    markers: ['runtime error: '],
    pattern: /runtime error: (?:invalid memory address|index out of range|slice bounds|integer divide)/,
  },
  { markers: ['.go:'], pattern: /[\w./@-]{1,200}\.go:\d{1,7}\b/ },
  { markers: ['Traceback (most'], pattern: /Traceback \(most recent call last\)/ },
  { markers: ['.py'], pattern: /File \\?"[^"\n]{1,200}\.py\\?", line \d+/ },
  { markers: ['panicked at '], pattern: /thread '[^'\n]{1,100}'[^\n]{0,20} panicked at / },
  { markers: ['.rs:'], pattern: /[\w./-]{1,200}\.rs:\d{1,7}:\d{1,7}/ },
  { markers: ['.cs:line '], pattern: /\bin [^\n"]{1,200}\.cs:line \d+/ },
  { markers: ['Stack trace:'], pattern: /Stack trace:(?:\\n|\n)#0 / },
  { markers: ['.rb:'], pattern: /[\w./-]{1,200}\.rb:\d{1,7}:in / },
];
