import { createClient, UsageError } from 'crosscheck';

const maxSteps = 60;

/**
 * Lets every operation of a round come to its end, and asks the observer for each: it is home, or it ended on the
 * destination chain, or it failed with a reason and has nothing to send back. Those that a snapshot took back must be
 * unknown.
 */
export async function settle({ local, settings, round, tally }) {
  await local.clearFaults();
  await local.resume();
  await local.configure(settings);
  const client = createClient(local.deployment);
  let open = [...round.submitted];
  for (let step = 0; step < maxSteps && open.length > 0; step++) {
    await local.advance(1000);
    const stillOpen = [];
    for (const operationId of open) {
      const { response } = await client.inclusion(operationId);
      const ending = (await endingOf(response)) ?? (await sendBack(response, operationId));
      if (ending === undefined) stillOpen.push(operationId);
      else tally.count(ending);
    }
    open = stillOpen;
  }
  for (const operationId of open) {
    const { response } = await client.inclusion(operationId);
    tally.problem(
      'an operation that comes to no end',
      JSON.stringify(response, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
  }
  for (const operationId of round.forgotten) {
    const error = await client.inclusion(operationId).catch((caught) => caught);
    if (error.status !== 404) tally.problem('an operation that a snapshot took back', error);
  }

  function endingOf({ stage, success, note }) {
    if (stage === 'executedInBETA') return note?.errorName ? 'rolled back' : 'came home';
    if (success && note?.content === 'ends on the destination chain') return 'ended on the destination chain';
    return undefined;
  }

  async function sendBack({ success, note }, operationId) {
    if (success) return undefined;
    if (!note?.errorName) return tally.problem('a failure without a reason', operationId);
    try {
      await local.rollBack(operationId);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // One that is on its way back cannot be rolled back again.
      return /assets|nothing/.test(error.message) ? `failed: ${note.errorName}` : undefined;
    }
    return undefined;
  }
}
