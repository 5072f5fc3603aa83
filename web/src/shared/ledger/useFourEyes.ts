import type { Duty } from '@connex/protocol'
import { everyPage, fourEyesBlocks, listDappControllers, type DeliveryAction } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/t.ts'
import { useViewer } from '../../lib/Viewer.ts'

/** Why an action is held back: the tenant asks several signatures for it. Undefined where it is not. */
export function useFourEyes(action: 'create' | 'cancel' | { confirm: readonly Duty[] }): string | undefined {
  const { client, user } = useViewer()
  const { data } = useQuery({
    queryKey: ['platform', 'dapp-controllers'],
    queryFn: ({ signal }) => everyPage((page) => listDappControllers(client, page, { signal })),
  })
  const blocks = data === undefined ? [] : fourEyesBlocks(data, action satisfies DeliveryAction, user)
  const [first] = blocks
  if (first === undefined) return undefined
  const names = [...new Set(blocks.map(({ functionName }) => functionName))].join(', ')
  return t('FourEyes.text', {
    names,
    count: Math.max(...blocks.map(({ signaturesRequired }) => signaturesRequired)),
  })
}
