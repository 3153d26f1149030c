import type { Simulation } from '../../../contract/responses.js';
import type {
  DestinationContracts,
  DestinationToken,
  Hex,
  InMessage,
  OutboundMessage,
} from '../destination-chain.js';
import type { ChainReader, Head } from '../engine/engine.js';
import { JsonRpcError } from '../engine/json-rpc.js';
import { readSimulatedCall } from '../engine/simulated-call.js';
import { decodeOutMessages, encodeExecute } from '../layer/layer-codec.js';
import { explainRevert } from './explain-revert.js';
import type { RevertReader } from './revert-text.js';

/** What a simulation is made on. */
interface SimulationContext {
  readonly chain: ChainReader;
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
  /** Who delivers the message. */
  readonly executor: Hex;
  readonly head: Head;
  readonly revertText: RevertReader;
}

/**
 * Computes the simulation of a message (section 2.2) on the state after the chain's newest block, in one round trip.
 *
 * `eth_simulateV1` gives verdict, revert data and logs; `eth_call`, which is a quarter of a millisecond faster, gives
 * no logs and so no outgoing messages. `eth_estimateGas` searches for the smallest gas limit with which the call
 * succeeds, which after refunds and inner calls is not the gas used; that search is most of the time.
 *
 * Assumptions: `simulationError` is `""` and `estimatedGas` is there when the call succeeds, and only then;
 * `outMessages` is null when there are none; a unit of the fee asset is worth a wei, at a synthetic rate of 1.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_STOPPED` when the engine does not answer.
 */
export async function simulateMessage(context: SimulationContext, message: InMessage): Promise<Simulation> {
  const { chain, contracts, tokens, executor, head, revertText } = context;
  const call = { from: executor, to: contracts.layer, data: encodeExecute(message) };
  const block: Hex = `0x${head.number.toString(16)}`;
  const [answer, estimate] = await chain.simulate(call, block);
  const shared = {
    debugInfo: { blockNumber: head.number, callData: call.data, from: call.from, to: call.to },
    feeParams: feeParamsOf(head),
  };
  const failed = (error: string): Simulation => ({
    ...shared,
    message: `the call fails at block ${head.number}`,
    outMessages: null,
    simulationError: error,
    simulationStatus: false,
  });

  if (answer instanceof JsonRpcError) {
    // A call that no block could hold, such as one with too long arguments, is not even tried.
    if (isRejection(answer)) return failed(answer.rpcMessage);
    throw answer;
  }
  const { status, returnData, logs } = readSimulatedCall(answer);
  if (status !== '0x1') return failed(await explainRevert(chain, revertText, message, returnData, block));
  if (estimate instanceof JsonRpcError) throw estimate;

  const estimatedGas = BigInt(estimate as Hex);
  const sent = decodeOutMessages(contracts.layer, logs);
  return {
    ...shared,
    estimatedGas,
    estimatedJettonFeeAmount: `${estimatedGas * head.gasPrice}`,
    message: `the call succeeds at block ${head.number}; outgoing messages: ${sent.length}`,
    outMessages: sent.length === 0 ? null : sent.map((outMessage) => outMessageOf(outMessage, tokens)),
    simulationError: '',
    simulationStatus: true,
  };
}

/** Anvil has one code for whatever it rejects; the execution API has a range for transactions that cannot be. */
function isRejection({ rpcCode, rpcMessage }: JsonRpcError): boolean {
  return (rpcCode === -32000 && /gas|funds/i.test(rpcMessage)) || (rpcCode <= -38010 && rpcCode >= -38025);
}

function feeParamsOf({ isEip1559, baseFee, gasPrice, gasTip }: Head): Simulation['feeParams'] {
  return {
    currentBaseFee: `${baseFee}`,
    isEip1559,
    suggestedGasPrice: `${gasPrice}`,
    suggestedGasTip: `${gasTip}`,
  };
}

function outMessageOf(
  sent: OutboundMessage,
  tokens: readonly DestinationToken[],
): NonNullable<Simulation['outMessages']>[number] {
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
