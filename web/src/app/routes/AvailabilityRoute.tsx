import { useNavigate, useSearch } from '@tanstack/react-router'
import { AvailabilityScreen } from '../../features/availability/AvailabilityScreen.tsx'
import type { UrlSearch } from '../../lib/table/TableState.ts'

export function AvailabilityRoute() {
  const navigate = useNavigate()
  const search: UrlSearch = useSearch({ strict: false })
  const { short, row } = search
  const change = (changed: UrlSearch) =>
    void navigate({ to: '.', search: { ...search, ...changed }, replace: true })
  return (
    <AvailabilityScreen
      isShortOnly={short === 'true'}
      onShortOnly={(isShortOnly) => change({ short: isShortOnly ? 'true' : undefined })}
      cell={typeof row === 'string' ? row : undefined}
      onCell={(cell) => change({ row: cell })}
    />
  )
}
