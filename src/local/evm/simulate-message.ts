import type { DebugInfo, FeeParams, OutMessage, Simulation } from '../../contract/responses.js';
import { type Hex, JsonRpcError, quantity } from './json-rpc.js';
import {
  type DestinationToken,
  decodeOutMessages,
  encodeExecute,
  type InMessage,
  type OutboundMessage,
} from './layer.js';
import type { Head, NodeChain } from './node-chain.js';
import { explainRevert, type RevertReader } from './revert-text.js';

interface SimulationContext {
  readonly chain: NodeChain;
  readonly layer: Hex;
  readonly tokens: readonly DestinationToken[];
  /** Who delivers the message. */
  readonly executor: Hex;
  readonly revertText: RevertReader;
}

/**
 * Computes the simulation of a message (section 2.2) on the state after the newest block, in one round trip.
 *
 * `eth_simulateV1` returns verdict, revert data and logs; `eth_call`, which is a quarter of a millisecond faster, returns
 * no logs and so no outgoing messages. `eth_estimateGas` searches for the smallest gas limit with which the call
 * succeeds, which after refunds and inner calls is not the gas used; that search is most of the time.
 *
 * Assumptions: `simulationError` is `""` and `estimatedGas` is there if the call succeeds, and only then;
 * `outMessages` is null if there are none; a unit of the fee asset is worth a wei, at a synthetic rate of 1.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_STOPPED` if the engine does not answer.
 */
export async function simulateMessage(context: SimulationContext, message: InMessage): Promise<Simulation> {
  const head = await context.chain.head();
  try {
    return await simulateOn(head, context, message);
  } catch (error) {
    // A snapshot may have been restored meanwhile, and its block no longer exists.
    const newest = await context.chain.head();
    if (newest.number === head.number) throw error;
    return simulateOn(newest, context, message);
  }
}

async function simulateOn(
  head: Head,
  { chain, layer, tokens, executor, revertText }: SimulationContext,
  message: InMessage,
): Promise<Simulation> {
  const call = { from: executor, to: layer, data: encodeExecute(message) };
  const block = quantity(head.number);
  const [simulated, gas] = await chain.simulate(call, block);
  const shared = {
    debugInfo: {
      blockNumber: head.number,
      callData: call.data,
      from: call.from,
      to: call.to,
    } satisfies Required<DebugInfo>,
    feeParams: feeParamsOf(head),
  };
  const failed = (error: string): Simulation => ({
    ...shared,
    message: `the call fails at block ${head.number}`,
    outMessages: null,
    simulationError: error,
    simulationStatus: false,
  });

  if (simulated instanceof JsonRpcError) {
    // A call that no block could hold, such as one with too long arguments, is not even tried.
    if (isRejection(simulated)) return failed(simulated.rpcMessage);
    throw simulated;
  }
  const { status, returnData, logs } = simulated;
  if (status !== '0x1') return failed(await explainRevert(chain, revertText, message, returnData, block));
  if (gas instanceof JsonRpcError) throw gas;

  const estimatedGas = BigInt(gas);
  const sent = decodeOutMessages(layer, logs);
  return {
    ...shared,
    estimatedGas,
    estimatedJettonFeeAmount: `${estimatedGas * head.gasPrice}`,
    message: `the call succeeds at block ${head.number}; outgoing messages: ${sent.length}`,
    outMessages: sent.length === 0 ? null : sent.map((outMessage) => outMessageOf(outMessage, tokens)),
    simulationError: '',
    simulationStatus: true,
  } satisfies Required<Simulation>;
}

/** Anvil has one code for whatever it rejects; the execution API has a range for transactions that cannot be. */
function isRejection({ rpcCode, rpcMessage }: JsonRpcError): boolean {
  return (rpcCode === -32000 && /gas|funds/i.test(rpcMessage)) || (rpcCode <= -38010 && rpcCode >= -38025);
}

function feeParamsOf({ isEip1559, baseFee, gasPrice, gasTip }: Head): Required<FeeParams> {
  return {
    currentBaseFee: `${baseFee}`,
    isEip1559,
    suggestedGasPrice: `${gasPrice}`,
    suggestedGasTip: `${gasTip}`,
  };
}

function outMessageOf(sent: OutboundMessage, tokens: readonly DestinationToken[]): Required<OutMessage> {
  const betaAmounts = (amounts: OutboundMessage['burned']) =>
    amounts.map(({ token, amount }) => ({
      amount: `${amount}`,
      tokenAddress: tokens.find(({ alpha }) => alpha === token)?.beta ?? token,
    }));
  return {
    callerAddress: sent.caller,
    operationId: sent.operationId,
    payload: sent.payload,
    shardsKey: sent.shardsKey,
    targetAddress: sent.target,
    tokensBurned: betaAmounts(sent.burned),
    tokensLocked: betaAmounts(sent.locked),
  };
}
