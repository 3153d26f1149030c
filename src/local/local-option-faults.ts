import { z } from 'zod';
import { type OptionIssue, optionIssues } from '../internal/options.js';
import { faultRuleFaults } from './faults/fault-rule-faults.js';
import { callerFaults, type LocalCaller } from './local-caller.js';
import { localConventionFaults } from './local-convention-faults.js';
import type { LocalDeploymentOptions } from './local-deployment.js';
import { localOptions } from './local-option-rules.js';
import { ownContractFaults } from './own-contract-faults.js';
import {
  accountToFundSchema,
  contractToDeploySchema,
  tokenToRegisterSchema,
} from './shapes/own-contracts-schema.js';

/**
 * Lists what is wrong with the options of a local deployment, each fault with the path of its option. Options that
 * are well formed are held against one another.
 *
 * @param rpcUrl - The node, wherever it was named.
 */
export function localOptionFaults(
  options: LocalDeploymentOptions,
  rpcUrl: string | undefined,
): OptionIssue[] {
  if (typeof options !== 'object' || options === null)
    return [{ path: 'options', message: 'must be an object' }];
  const faults = [
    ...optionIssues(localOptions, options),
    ...localConventionFaults(options),
    ...listFaults(options.callers, 'callers', unknownCallerMembers),
    ...(Array.isArray(options.callers) ? callerFaults(options.callers) : []),
    ...(options.callers?.length === 0 ? [{ path: 'callers', message: 'must not be empty' }] : []),
    ...listFaults(options.faults, 'faults', faultRuleFaults),
    ...listFaults(options.deploy, 'deploy', shaped(contractToDeploySchema)),
    ...listFaults(options.tokens, 'tokens', shaped(tokenToRegisterSchema)),
    ...listFaults(options.fund, 'fund', shaped(accountToFundSchema)),
  ];
  return faults.length > 0 ? faults : contradictions({ ...options, rpcUrl });
}

function contradictions(options: LocalDeploymentOptions): OptionIssue[] {
  const { rpcUrl, layer, forkUrl, forkBlock, anvilBinary, simulatorPort, observerPort, controlPort } =
    options;
  const faults = ownContractFaults(options);
  const refuseIf = (isBad: boolean, path: string, message: string): void => {
    if (isBad) faults.push({ path, message });
  };
  const isNode = rpcUrl !== undefined;
  refuseIf(
    layer !== undefined && !isNode,
    'layer',
    'is an address on the node at rpcUrl, which is not given',
  );
  refuseIf(
    forkUrl !== undefined && isNode,
    'forkUrl',
    'is for the bundled engine, which rpcUrl takes the place of',
  );
  refuseIf(
    anvilBinary !== undefined && isNode,
    'anvilBinary',
    'is for the bundled engine, which rpcUrl takes the place of',
  );
  refuseIf(
    forkBlock !== undefined && forkUrl === undefined,
    'forkBlock',
    'is a block of the chain at forkUrl, which is not given',
  );
  const isTaken =
    controlPort !== undefined && controlPort !== 0 && [simulatorPort, observerPort].includes(controlPort);
  refuseIf(
    isTaken,
    'controlPort',
    `must be another one than simulatorPort and observerPort, got ${controlPort} twice`,
  );
  return faults;
}

function listFaults(
  items: unknown,
  name: string,
  faultsOf: (item: unknown, under: string) => OptionIssue[],
): OptionIssue[] {
  return Array.isArray(items) ? items.flatMap((item, index) => faultsOf(item, `${name}[${index}]`)) : [];
}

const callerMembers = z.strictObject({
  address: z.unknown().optional(),
  balances: z.unknown().optional(),
} satisfies Record<keyof LocalCaller, z.ZodType>);

/** Apart from what is in them, which {@link callerFaults} looks at. */
function unknownCallerMembers(caller: unknown, under: string): OptionIssue[] {
  return typeof caller === 'object' && caller !== null ? optionIssues(callerMembers, caller, under) : [];
}

function shaped(schema: z.ZodType): (item: unknown, under: string) => OptionIssue[] {
  return (item, under) => optionIssues(schema, item, under);
}
