import { useState } from 'preact/hooks';
import type { WireReceivedRequest } from '../../../deployment/received-request.js';
import { ActionButton, useAction } from './action-button.js';
import { counted, timeOfDay } from './deployment-texts.js';
import { maxShown, type PageActions } from './page-state.js';

/** The requests, as they were last read. */
interface Received {
  readonly requests: readonly WireReceivedRequest[];
  readonly dropped: number;
}

/** Lists the newest requests that the simulator and the observer received, when the user asks for them. */
export function RequestsPanel({ actions }: { readonly actions: PageActions }) {
  const [received, setReceived] = useState<Received>();
  const load = useAction(async () => setReceived(await readRequests(actions)));
  const clear = useAction(async () => {
    await actions.call('DELETE /requests');
    setReceived({ requests: [], dropped: 0 });
  });
  const newest = received?.requests.slice(-maxShown).reverse() ?? [];
  return (
    <div class="stack">
      <div class="row">
        <ActionButton action={load} onClick={load.run} isPrimary>
          Load requests
        </ActionButton>
        <ActionButton action={clear} onClick={clear.run}>
          Clear requests
        </ActionButton>
        <p class="quiet" role="status">
          {received && countOf(received)}
        </p>
      </div>
      {newest.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section class="scroll" tabIndex={0} aria-label="Received requests">
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Request</th>
                <th scope="col">Status</th>
                <th scope="col">Trace ID</th>
              </tr>
            </thead>
            <tbody id="requests">
              {newest.map(({ number, atMs, method, path, body, answer, traceId }) => (
                <tr key={number}>
                  <td>{timeOfDay(atMs)}</td>
                  <td>
                    <details>
                      <summary>
                        {method} {path}
                      </summary>
                      <pre>{[body, answer?.body].filter((text) => text !== undefined).join('\n\n')}</pre>
                    </details>
                  </td>
                  <td>{answer?.status ?? 'none'}</td>
                  <td>
                    <code>{traceId}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** Reads all pages of the list; the newest requests are at the end. */
async function readRequests(actions: PageActions): Promise<Received> {
  const requests: WireReceivedRequest[] = [];
  for (;;) {
    const page = await actions.call('GET /requests', { query: { after: requests.at(-1)?.number } });
    requests.push(...page.requests);
    if (page.isComplete) return { requests, dropped: page.dropped };
  }
}

function countOf({ requests, dropped }: Received): string {
  const all = requests.length > maxShown ? `, of which the newest ${maxShown} are shown` : '';
  const older =
    dropped === 0 ? '' : `; ${dropped} earlier ${dropped === 1 ? 'one is' : 'ones are'} no longer kept`;
  return `${counted(requests.length, 'request')}${all}${older}`;
}
