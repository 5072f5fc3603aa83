import { resumeTransactions, type Client, type Resumed } from '@connex/sdk'
import { causeOf, codeOf } from '../lib/errorWords.ts'
import { resumed as words } from '../messages/en/resumed.ts'
import { addMessages, t } from '../messages/t.ts'
import { showToast } from '../ui/toast/toasts.ts'
import { resumedDeal } from './resumedDeal.ts'

addMessages(words)

/** Resumes transactions that were signed before a tab closed or a connection broke, and shows which deal each was and how it ended. */
export async function resume(client: Client, signal: AbortSignal): Promise<void> {
  try {
    for (const resumed of await resumeTransactions(client, { signal })) {
      const deal = await resumedDeal(client, resumed)
      if (!signal.aborted) show(resumed, deal)
    }
  } catch (error) {
    if (!signal.aborted) showToast({ tone: 'danger', title: t('Resumed.failed'), text: causeOf(error) })
  }
}

function show({ outcome, error }: Resumed, { text, link }: Awaited<ReturnType<typeof resumedDeal>>): void {
  if (outcome === 'mined') showToast({ tone: 'success', title: t('Resumed.mined'), text, link })
  else
    showToast({
      tone: 'danger',
      title: t(outcome === 'replaced' ? 'Resumed.replaced' : 'Resumed.refused'),
      text: error === undefined ? text : `${text}. ${causeOf(error)}`,
      code: error === undefined ? undefined : codeOf(error),
      link,
    })
}
