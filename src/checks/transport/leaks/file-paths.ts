import type { MarkedPattern } from '../../../internal/marked-pattern.js';

/**
 * Absolute paths of a server's files. The directories are those in which services live; below those that a URL may
 * begin with as well, only a file with an extension counts. A full stop at the end is that of the sentence. Practice.
 */
export const filePaths: readonly MarkedPattern[] = [
  {
    markers: ['/'],
    pattern:
      /(?:(?<=\\[nrt])|(?<![\w./\\-]))\/(?:home|root|usr|var|opt|srv|etc|tmp|mnt|proc|Users|private)(?:\/[\w@+.-]{0,99}\w){1,20}/,
  },
  {
    markers: ['/'],
    pattern:
      /(?:(?<=\\[nrt])|(?<![\w./\\-]))\/(?:app|build|code|go|src|work|workspace)(?:\/[\w@+.-]{1,100}){0,20}\/[\w@+-]{1,100}\.[a-z]{1,5}\b/,
  },
  { markers: [':\\'], pattern: /\b[A-Za-z]:\\{1,2}[\w. -]{1,100}\\{1,2}[^\n"]{1,100}/ },
];
