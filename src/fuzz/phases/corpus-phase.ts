import { listedPhase } from './listed-phase.js';
import type { CreatePhase } from './phase.js';

/** The cases of earlier findings, shrunk when they were found: first what was wrong before. */
export const createCorpusPhase: CreatePhase = ({ corpus }) => listedPhase('corpus', corpus);
