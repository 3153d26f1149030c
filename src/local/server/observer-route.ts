import { inclusionPath } from '../../contract/operations.js';
import type { OperationRecord } from '../source-chain/operation-ledger.js';
import type { ServedDeployment } from './read-request.js';
import { Refusal } from './refusal.js';
import type { Route } from './route.js';

const operationIdShape = /^0x[0-9a-f]{64}$/;

/** "Check whether the Merkle root is set" (section 4.2), answered from what the source chain knows. */
export function observerRoute(
  { chains, conventions, dialect }: ServedDeployment,
  find: (operationId: string) => OperationRecord | undefined,
): Route {
  const parameter = conventions.operationIdParameter;
  return {
    method: 'GET',
    path: inclusionPath(chains),
    parameters: [parameter],
    async answer(_, query) {
      const operationId = (query.get(parameter) ?? '').replace(/[A-F]/g, (digit) => digit.toLowerCase());
      if (!operationIdShape.test(operationId))
        throw new Refusal(400, `${parameter} must be 0x and 64 hex digits`);
      const record = find(operationId);
      if (record === undefined) throw new Refusal(404, 'operation not found');
      return {
        response: {
          ...record,
          stage: dialect.toWireName(record.stage),
          transactions: record.transactions.map(({ blockchainType = '', hash }) => ({
            blockchainType: dialect.toWireName(blockchainType),
            hash,
          })),
        },
      };
    },
  };
}
