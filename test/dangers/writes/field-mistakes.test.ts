import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusal, withFields } from '../../support/refused-start.ts';

describe('an option of a field that is', () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    // unknown
    "phone: text({ max: 20, raed: permission('See phones', 'phone') })":
      /thing\.ts.*collection 'thing': field 'phone': text has no option 'raed'; did you mean 'read'\? \(allowed: .*read/,
    'name: text({ max: 10, requird: true })':
      /field 'name': text has no option 'requird'; did you mean 'required'\?/,
    "rating: decimal({ precision: 3, scale: 1, mni: '0.0' })":
      /field 'rating': decimal has no option 'mni'; did you mean 'min'\?.*precision, scale/,
    'n: integer({ mni: 3 })': /'n': integer has no option 'mni'; did you mean 'min'\?/,
    'n: bigint({ min: 3n, mxa: 4n })': /'n': bigint has no option 'mxa'; did you mean 'max'\?/,
    "c: choice(['a'], { defualt: 'a' })": /'c': choice has no option 'defualt'; did you mean 'default'\?/,
    "r: reference('thing', { ondelete: 'delete' })":
      /'r': reference has no option 'ondelete'; did you mean 'onDelete'\?/,
    "r: references('thing', { unique: true })": /'r': references has no option 'unique'/,
    'b: boolean({ indexd: true })': /'b': boolean has no option 'indexd'; did you mean 'indexed'\?/,
    'd: date({ defualt: 1 })': /'d': date has no option 'defualt'/,
    'd: dateTime({ mxa: 1 })': /'d': dateTime has no option 'mxa'; did you mean 'max'\?/,
    'e: email({ max: 1 })': /'e': email has no option 'max'/,
    "f: file({ acept: ['image/*'] })": /'f': file has no option 'acept'; did you mean 'accept'\?/,
    'j: json({ indexed: true })': /'j': json has no option 'indexed'/,
    't: longText({ unique: true })': /'t': longText has no option 'unique'/,
    "t: richText({ fromat: 'html' })": /'t': richText has no option 'fromat'; did you mean 'format'\?/,
    "s: slug({ form: 'title' })":
      /'s': slug has no option 'form'; did you mean 'from'\?[\s\S]*'s': 'from' is missing/,
    'u: url({ pattern: /x/ })': /'u': url has no option 'pattern'/,
    // missing or wrong
    't: text({})': /field 't': 'max' is missing; it must be a whole number from 1/,
    't: text()': /field 't': 'max' is missing/,
    "t: text({ max: '10' })": /field 't': 'max' must be a whole number from 1 to \d+, not '10'/,
    "t: text('10')": /field 't': the options of text must be an object, not '10'/,
    't: text({ max: 10, required: false })': /'required' must be true, or left out, not false/,
    "t: text({ max: 10, pattern: 'x' })": /'pattern' must be a regular expression/,
    "t: text({ max: 10, read: 'login' })": /'read' must be a rule: everyone, login/,
    't: text({ max: 10, read: ({}).staff })':
      /field 't': 'read' is undefined; leave it out, or give it a value/,
    't: text({ max: 10, read: permission })': /'read' must be a rule.*not a function/,
    "t: text({ max: 10, label: { fr: 'Nom' } })": /'label' must be text, or text by language \(zh, en\)/,
    'd: decimal({ scale: 2 })': /'precision' is missing/,
    'd: decimal({ precision: 5, scale: 2, min: 0.5 })': /'min' must be a decimal such as '19.90', not 0.5/,
    "d: dateTime({ min: '2026-01-01' })": /'min' must be a whole number from -8640000000000000/,
    "f: file({ accept: ['jpeg'] })":
      /'accept' must be a list of types such as image\/png or image\/\*, not \["jpeg"\]/,
    "r: references('genre', { onDelete: 'delete' })": /'onDelete' must be 'refuse' or 'detach', not 'delete'/,
    "r: reference({ onDelete: 'delete' })": /'r': the collection that it refers to must be named first/,
    "c: choice('a', 'b')": /'c': the options of choice must be an object/,
    't: text({ max: 9, unique: true }), u: text({ max: 9, indexed: undefined })': /'indexed' is undefined/,
    "c: choice(['a', 'a'])": /'c': the choice 'a' is listed twice/,
    "c: choice(['draft'], { words: { darft: 'Draft' } })":
      /'words' names 'darft', which is no choice; did you mean 'draft'\?/,
    "d: date({ min: '2024-02-30' })": /'min' must be a date such as/,
    // contradictory
    'n: integer({ min: 5, max: 3 })': /'n': 'min' must not be above 'max'/,
    't: text({ min: 5, max: 3 })': /'t': 'min' must not be above 'max'/,
    "t: text({ max: 9, required: true, default: '' })": /'required' and 'default' exclude each other/,
    "r: reference('thing', { required: true, onDelete: 'detach' })": /'required' excludes onDelete: 'detach'/,
    "d: decimal({ precision: 5, scale: 2, min: '9.5', max: '9.25' })": /'min' must not be above 'max'/,
    "d: decimal({ precision: 5, scale: 2, min: '0.001' })": /'min' does not fit precision 5 and scale 2/,
    'd: dateTime({ min: 2, max: 1 })': /'min' must not be above 'max'/,
    'd: decimal({ precision: 2, scale: 3 })': /'scale' must not be above 'precision'/,
    "c: choice(['a'], { default: 'b' })": /field 'c': bad default, it must be one of a$/,
    // no field, or a name that cannot be one
    "t: 'text'": /field 't': must be a field such as text\(\{ max: 50 \}\), not 'text'/,
    't: text': /field 't': must be a field such as text\(\{ max: 50 \}\), not a function/,
    't: undefined': /field 't': must be a field/,
    "things: referredBy('thing.parent')": /field 'things': is a way back; name it under 'waysBack'/,
    'id: integer()': /field 'id': this name is the server's own/,
    "r: reference('flim')":
      /collection 'thing' \(.*thing\.ts\): field 'r' refers to 'flim', which is no collection/,
    "r: reference('thnig')": /field 'r' refers to 'thnig', which is no collection; did you mean 'thing'\?/,
    'j: json({ default: () => 1 })': /field 'j': bad default, it must be of type null or boolean/,
    'j: json({ default: { at: Number.NaN } })': /field 'j': bad default, it must be of type null or boolean/,
    't: text({ max: Number.NaN })': /'max' must be a whole number from 1 to \d+, not NaN/,
    'can: integer()': /field 'can': this name is the server's own/,
    'expanded: integer()': /field 'expanded': this name is the server's own/,
    "s: slug({ from: 's' })": /field 's': it is made from 's', which is no text field$/,
    "title: text({ max: 9 }), a: slug({ from: 'title' }), b: slug({ from: 'a' })":
      /field 'b': it is made from 'a', which is no text field/,
    "title: text({ max: 9 }), s: slug({ from: 'titel' })":
      /field 's': it is made from 'titel', which is no text field; did you mean 'title'\?/,
  };
  for (const [fields, expected] of Object.entries(mistakes))
    it(fields, async () => assert.match(String(await refusal({ 'thing.ts': withFields(fields) })), expected));
});
