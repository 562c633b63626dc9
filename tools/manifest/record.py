"""Adds the errors that jsonschema finds to each case of fixtures/manifest/schema-cases.json, as pointer and keyword.

It is independent of the tested validators: another language and another JSON parser.
Needs `pip install jsonschema==4.26.0`.
"""
import json
import pathlib

from jsonschema import Draft202012Validator

root = pathlib.Path(__file__).resolve().parents[2]
schema = json.loads((root / 'packages/contracts/schemas/contract-manifest.schema.json').read_text('utf-8'))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
path = root / 'fixtures/manifest/schema-cases.json'


def pointer(error):
    return ''.join('/' + str(step).replace('~', '~0').replace('/', '~1') for step in error.absolute_path)


cases = json.loads(path.read_text('utf-8'))
for case in cases:
    errors = validator.iter_errors(json.loads(case['text']))
    case['errors'] = sorted(f'{pointer(error)} {error.validator}' for error in errors)
path.write_text(json.dumps(cases, ensure_ascii=False, indent=1) + '\n', 'utf-8')
print(len(cases), 'cases,', sum(1 for case in cases if not case['errors']), 'valid')
