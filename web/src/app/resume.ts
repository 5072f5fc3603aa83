import { resumeTransactions, type Client, type Resumed } from '@connex/sdk'
import { causeOf, codeOf } from '../lib/errorWords.ts'
import { shorten } from '../lib/shorten.ts'
import { t } from '../messages/t.ts'
import { showToast } from '../ui/toast/toasts.ts'

/** Goes on with what was signed when a tab was closed or a line broke, and says what became of it. */
export async function resume(client: Client, signal: AbortSignal): Promise<void> {
  try {
    for (const resumed of await resumeTransactions(client, { signal })) tell(resumed)
  } catch (error) {
    if (!signal.aborted) showToast({ tone: 'danger', title: t('Resumed.failed'), text: causeOf(error) })
  }
}

function tell({ txHash, outcome, error }: Resumed): void {
  const hash = shorten(txHash)
  if (outcome === 'mined') showToast({ tone: 'success', title: t('Resumed.mined'), text: hash })
  else
    showToast({
      tone: 'danger',
      title: t(outcome === 'replaced' ? 'Resumed.replaced' : 'Resumed.refused'),
      text: error === undefined ? hash : causeOf(error),
      code: error === undefined ? undefined : codeOf(error),
    })
}
