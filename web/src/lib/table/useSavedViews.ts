import type { CallAnswer } from '@connex/protocol'
import { call, everyPage, type Client } from '@connex/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../Viewer.ts'

export type SavedView = { name: string; preset: unknown }
export const VIEW_NAME_LENGTH = 60

const viewPresetsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['view-presets'],
    queryFn: ({ signal }) => everyPage((page) => call(client, 'viewPresets', { query: page, signal })),
  })

/** The user's saved views of one table. The server stores them, so they follow the user to every browser. */
export function useSavedViews(tableId: string) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const prefix = `${tableId}/`
  const { data, isError } = useQuery(viewPresetsQuery(client))
  const onSettled = () => queries.invalidateQueries({ queryKey: viewPresetsQuery(client).queryKey })
  const save = useMutation({
    mutationFn: ({ name, preset }: SavedView) =>
      call(client, 'putViewPreset', { body: { view: prefix + name, preset } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (name: string) => call(client, 'deleteViewPreset', { query: { view: prefix + name } }),
    onSettled,
  })
  return {
    views: data === undefined ? undefined : viewsOf(data, prefix),
    isFailed: isError || save.isError || remove.isError,
    isBusy: save.isPending || remove.isPending,
    save: save.mutateAsync,
    remove: remove.mutateAsync,
  }
}

const viewsOf = (presets: CallAnswer<'viewPresets'>['items'], prefix: string): SavedView[] =>
  presets
    .filter(({ view }) => view.startsWith(prefix))
    .map(({ view, preset }) => ({ name: view.slice(prefix.length), preset }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
