import { useState } from 'react'
import { readTextFile } from '../../ui/file/textFile.ts'
import { t } from '../../messages/t.ts'
import { DateField } from '../../ui/field/DateField.tsx'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import { FileDrop } from '../../ui/file/FileDrop.tsx'
import type { CalendarDraft, checkCalendar } from './calendarImport.ts'

type Props = {
  draft: CalendarDraft
  checked: ReturnType<typeof checkCalendar>
  onChange: (part: Partial<CalendarDraft>) => void
}

/** A file or pasted lines, and the day until which they are complete. */
export function CalendarFields({ draft, checked, onChange }: Props) {
  const [file, setFile] = useState<{ name: string; isReadable: boolean }>()
  const read = async ([chosen]: readonly File[]) => {
    if (chosen === undefined) return
    const text = await readTextFile(chosen)
    setFile({ name: chosen.name, isReadable: text !== undefined })
    if (text !== undefined) onChange({ text })
  }
  return (
    <>
      <FileDrop
        label={t('CalendarsDialog.file')}
        accept=".csv,text/csv,text/plain"
        state={file === undefined ? 'empty' : file.isReadable ? 'chosen' : 'refused'}
        onFiles={(files) => void read(files)}
      >
        <strong>{file?.name ?? t('CalendarsDialog.drop')}</strong>
        <span role="status">
          {t(file?.isReadable === false ? 'TextFile.unreadable' : 'CalendarsDialog.drop_hint')}
        </span>
      </FileDrop>
      <TextAreaField
        label={t('CalendarsDialog.lines')}
        hint={t('CalendarsDialog.lines_hint')}
        rows={6}
        value={draft.text}
        error={checked.linesFault}
        onChange={(text) => onChange({ text })}
      />
      <DateField
        label={t('CalendarsDialog.until')}
        hint={t('CalendarsDialog.until_hint')}
        isOptional
        value={draft.until}
        error={checked.untilFault}
        onChange={(until) => onChange({ until })}
      />
    </>
  )
}
