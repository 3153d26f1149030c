import { jsonText } from '../../contract/json.js';
import { inclusionPath } from '../../endpoint/built-in.js';
import type { OperationRecord } from '../source-chain/operation-ledger.js';
import { createWireNames } from '../wire-names.js';
import type { ServedDeployment } from './read-request.js';
import { Rejection } from './rejection.js';
import type { Route } from './route.js';
import { SerializedBody } from './serialized-body.js';

const operationIdShape = /^0x[0-9a-f]{64}$/;

/** "Check whether the Merkle root is set" (section 4.2), answered from the state of the source chain. */
export function observerRoute(
  served: ServedDeployment,
  find: (operationId: string) => OperationRecord | undefined,
): Route {
  const { chains, conventions } = served;
  const parameter = conventions.operationIdParameter;
  const names = createWireNames(served);
  const unitsASecond = conventions.timestampUnit === 'ms' ? 1000n : 1n;
  const bodyOf = ({ note, stage, success, timestamp, transactions }: OperationRecord): object => ({
    response: {
      note,
      stage: names.stage(stage),
      success,
      timestamp: timestamp * unitsASecond,
      transactions: transactions.map(names.transaction),
    },
  });
  // A record object never changes and is requested many times.
  const written = new WeakMap<OperationRecord, SerializedBody>();
  const writtenBodyOf = (record: OperationRecord): SerializedBody => {
    const known = written.get(record);
    if (known) return known;
    const body = new SerializedBody(jsonText(bodyOf(record)), () => bodyOf(record));
    written.set(record, body);
    return body;
  };
  return {
    endpoint: 'inclusion',
    method: 'GET',
    path: inclusionPath(chains),
    parameters: [parameter],
    answer(_, query) {
      const asked = query.get(parameter) ?? '';
      // A known id needs no validation.
      const record = find(asked) ?? find(operationIdOf(asked, parameter));
      if (record === undefined) throw new Rejection(404, 'operation not found');
      return writtenBodyOf(record);
    },
  };
}

function operationIdOf(text: string, parameter: string): string {
  if (operationIdShape.test(text)) return text;
  const operationId = text.replace(/[A-F]/g, (digit) => digit.toLowerCase());
  if (!operationIdShape.test(operationId))
    throw new Rejection(400, `${parameter} must be 0x and 64 hex digits`);
  return operationId;
}
