import { useEffect, useRef } from 'react'
import { t } from '../../messages/t.ts'
import { dismissToast, showToast } from '../../ui/toast/toasts.ts'

/**
 * A form that was closed unsigned is offered for a while as it was left: until another dialog is open, or one goes elsewhere.
 * `const offer = useLeftForm(dialog !== undefined)`, then `offer(() => setDialog(left))`.
 */
export function useLeftForm(isDialogOpen: boolean): (open: () => void) => void {
  const toast = useRef('')
  useEffect(() => {
    if (isDialogOpen) dismissToast(toast.current)
  }, [isDialogOpen])
  useEffect(() => () => dismissToast(toast.current), [])
  return (open) => {
    dismissToast(toast.current)
    toast.current = showToast({
      tone: 'offer',
      title: t('Left.title'),
      text: t('Left.text'),
      action: { label: t('Left.again'), run: open },
    })
  }
}
