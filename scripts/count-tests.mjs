// Adds up the JSON reports of test runs and closes with "N passed, N failed". A step that failed without a failing test
// counts as one failure, so that the line is never green when the run is not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory, failedSteps] = process.argv.slice(2);
const reports = readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
const total = (member) => reports.reduce((sum, report) => sum + report[member], 0);

const passed = total('numPassedTests');
const failed = Math.max(total('numFailedTests'), Number(failedSteps), passed === 0 ? 1 : 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
