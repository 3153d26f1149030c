import { staleAdvice } from '../../client/evidence.js';
import type { SimulationResult } from '../../client/results.js';
import type { OutMessage, TokenAmount } from '../../contract/responses.js';
import { contradictsItself, type SimulationVerdict } from '../../contract/verdicts.js';
import { formatDuration, formatText } from '../../internal/print.js';
import type { Paint, Style } from '../../internal/terminal.js';
import { simulationLines } from '../../matchers/simulation-lines.js';

const maxMessages = 10;

const words: Readonly<Record<SimulationVerdict, readonly [Style, string]>> = {
  success: ['green', 'true'],
  failure: ['red', 'false'],
  none: ['yellow', 'no verdict'],
};

/** Formats the result of a simulation for people: verdict, reason, gas, fee and outgoing messages. No secrets. */
export function simulationText(result: SimulationResult, verdict: SimulationVerdict, paint: Paint): string {
  const { response, exchange, staleness } = result;
  const { name, exchanges } = result.deployment;
  const [style, word] = words[verdict];
  const messages = (response.outMessages ?? []).slice(0, maxMessages);
  const source = exchanges === 'replayed' ? 'replayed from a recording' : formatDuration(exchange.durationMs);
  const lines = simulationLines(result, {
    details: [
      `Deployment: ${name}, ${source}`,
      ...messages.map((message, index) => exchange.redact(messageLine(message, index + 1))),
    ],
  });
  const contradiction = contradictsItself(response) ? 'simulationStatus is true beside an error' : undefined;
  const reason = staleness ?? contradiction;
  const verdictLine = `simulated: ${paint(style, word)}${reason === undefined ? '' : `: ${reason}`}`;
  const advice = staleness === undefined ? [] : [`What to do: ${staleAdvice}`];
  return `${[verdictLine, ...lines, ...advice].join('\n')}\n`;
}

function messageLine(message: OutMessage, number: number): string {
  const { operationId, callerAddress, targetAddress, shardsKey, tokensBurned, tokensLocked } = message;
  const parts = [
    operationId && `operation ${operationId}`,
    callerAddress && `from ${callerAddress}`,
    targetAddress && `to ${targetAddress}`,
    shardsKey !== undefined && `shards key ${shardsKey}`,
    tokensText('burns', tokensBurned),
    tokensText('locks', tokensLocked),
  ];
  return `Message ${`${number}:`.padEnd(4)}${formatText(parts.filter(Boolean).join(', '), 400)}`;
}

function tokensText(verb: string, tokens: readonly TokenAmount[] | null | undefined): string | undefined {
  if (!tokens || tokens.length === 0) return undefined;
  const amounts = tokens.map(
    ({ amount = 'no amount', tokenAddress }) => `${amount} of ${tokenAddress || 'the native coin'}`,
  );
  return `${verb} ${amounts.join(' and ')}`;
}
