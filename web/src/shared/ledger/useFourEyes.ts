import type { Duty } from '@connex/protocol'
import { everyPage, fourEyesBlocks, listDappControllers, type Client, type DeliveryAction } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from '../../messages/t.ts'
import { useViewer } from '../../lib/Viewer.ts'

const controllersQuery = (client: Client) =>
  queryOptions({
    queryKey: ['platform', 'dapp-controllers'],
    queryFn: ({ signal }) => everyPage((page) => listDappControllers(client, page, { signal })),
  })

/** Why an action is blocked: the tenant requires several signatures for it. Undefined if it is not. */
export function useFourEyes(action: 'create' | 'cancel' | { confirm: readonly Duty[] }): string | undefined {
  const { client, user } = useViewer()
  const { data } = useQuery(controllersQuery(client))
  const blocks = data === undefined ? [] : fourEyesBlocks(data, action satisfies DeliveryAction, user)
  const [first] = blocks
  if (first === undefined) return undefined
  const names = [...new Set(blocks.map(({ functionName }) => functionName))].join(', ')
  return t('FourEyes.text', {
    names,
    count: Math.max(...blocks.map(({ signaturesRequired }) => signaturesRequired)),
  })
}
