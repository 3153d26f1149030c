/** The default folder of the corpus. */
export const defaultCorpus = '.crosscheck/corpus';
