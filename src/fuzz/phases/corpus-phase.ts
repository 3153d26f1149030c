import { listedPhase } from './listed-phase.js';
import type { CreatePhase } from './phase.js';

/** Creates the phase of the shrunk cases of earlier findings. */
export const createCorpusPhase: CreatePhase = ({ corpus }) => listedPhase('corpus', corpus);
