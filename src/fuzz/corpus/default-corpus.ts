/** Folder of the corpus where nothing else is said. */
export const defaultCorpus = '.crosscheck/corpus';
