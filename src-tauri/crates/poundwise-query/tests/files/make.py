"""Writes the files of this folder: one table in many formats, and files of formats that are not read.

    python3 -m venv /tmp/v
    /tmp/v/bin/pip install pandas pyarrow polars duckdb fastparquet openpyxl xlwt odfpy \
        pyreadstat pyreadr h5py scipy dbf fastavro reportlab pillow py7zr zstandard
    /tmp/v/bin/python make.py

Files of formats that are not read are cut after 4096 bytes where the rest is not needed.
"""

import bz2
import datetime as dt
import decimal
import gzip
import io
import json
import lzma
import pathlib
import pickle
import re
import shutil
import sqlite3
import struct
import tarfile
import tempfile
import zipfile

import dbf
import duckdb
import fastavro
import h5py
import numpy
import openpyxl
import pandas
import polars
import py7zr
import pyarrow
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pyreadr
import pyreadstat
import reportlab.pdfgen.canvas
import scipy.io
import xlwt
import zstandard
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableProperties
from odf.table import Table, TableCell, TableRow
from odf.text import P
from PIL import Image

HERE = pathlib.Path(__file__).parent
NAMES = ["id", "name", "town", "born", "seen", "score", "price", "member"]


def day(text):
    return dt.date.fromisoformat(text)


def time(text):
    return dt.datetime.fromisoformat(text)


D = decimal.Decimal
ROWS = [
    (1, "Zoë", "Köln", day("1990-02-03"), time("2026-11-28T10:00:00"), 0.1, D("12.50"), True),
    (2, 'Bo; "B"', "Bonn", None, time("2026-11-28T10:00:01.500"), 2.5, D("-3.05"), False),
    (3, "C, D", None, day("1970-01-01"), None, None, D("0.00"), None),
    (4, None, "Köln", day("1901-05-06"), time("1999-12-31T23:59:59"), -1234.5678, None, True),
    (5, "Eve", "Bonn", day("2024-02-29"), time("1970-01-01T00:00:01"), 3.0, D("1000.00"), False),
    (6, "Fay", "Köln", day("2000-01-01"), time("2000-02-29T12:30:00"), 1e21, D("0.01"), True),
    (7, "Gus", "Ulm", day("2038-01-19"), time("2038-01-19T03:14:08"), 2.5e-8, D("99.99"), False),
]
SCHEMA = pyarrow.schema(
    [
        ("id", pyarrow.int64()),
        ("name", pyarrow.string()),
        ("town", pyarrow.string()),
        ("born", pyarrow.date32()),
        ("seen", pyarrow.timestamp("us")),
        ("score", pyarrow.float64()),
        ("price", pyarrow.decimal128(10, 2)),
        ("member", pyarrow.bool_()),
    ]
)
ARROW = pyarrow.Table.from_pylist([dict(zip(NAMES, row)) for row in ROWS], schema=SCHEMA)


def text(value, comma=False):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        whole = value.isoformat(timespec="microseconds")
        return whole.rstrip("0").rstrip(".")
    if isinstance(value, float):
        value = repr(value).removesuffix(".0").replace("e+", "e").replace("e-0", "e-")
    if isinstance(value, (decimal.Decimal, str)) and comma:
        return str(value).replace(".", ",")
    return str(value)


def csv(name, separator, encoding, comma):
    lines = [separator.join(NAMES)]
    for row in ROWS:
        cells = []
        for place, value in enumerate(row):
            cell = text(value, comma and place in (5, 6))
            if any(c in cell for c in '";,\t'):
                cell = '"' + cell.replace('"', '""') + '"'
            cells.append(cell)
        lines.append(separator.join(cells))
    (HERE / name).write_bytes("".join(line + "\r\n" for line in lines).encode(encoding))


def csvs():
    csv("people.csv", ",", "utf-8", False)
    csv("people-semicolon.csv", ";", "utf-8-sig", True)
    csv("people-tab.tsv", "\t", "utf-16", False)
    csv("people-windows.csv", ";", "windows-1252", False)


def parquets():
    write = pyarrow.parquet.write_table
    for compression in ["none", "snappy", "gzip", "zstd", "lz4"]:
        write(ARROW, HERE / f"people-arrow-{compression}.parquet", compression=compression)
    write(ARROW, HERE / "people-arrow-v2.parquet", data_page_version="2.0", compression="gzip")
    write(ARROW, HERE / "people-arrow-int96.parquet", use_deprecated_int96_timestamps=True)
    write(ARROW, HERE / "people-arrow-groups.parquet", row_group_size=2, data_page_size=1)
    write(
        ARROW,
        HERE / "people-arrow-delta.parquet",
        use_dictionary=False,
        data_page_version="2.0",
        column_encoding={
            "id": "DELTA_BINARY_PACKED",
            "name": "DELTA_BYTE_ARRAY",
            "town": "DELTA_LENGTH_BYTE_ARRAY",
            "score": "BYTE_STREAM_SPLIT",
        },
    )
    write(
        ARROW,
        HERE / "people-arrow-integers.parquet",
        store_decimal_as_integer=True,
        version="2.4",
    )
    frame = ARROW.to_pandas(types_mapper=pandas.ArrowDtype)
    frame.to_parquet(HERE / "people-pandas.parquet", index=False)
    plain = ARROW.drop_columns(["price", "born", "member"]).to_pandas()
    plain["id"] = plain["id"].astype("int32")
    plain.to_parquet(HERE / "some-fastparquet.parquet", engine="fastparquet", index=False)
    polars.from_arrow(ARROW).write_parquet(HERE / "people-polars.parquet")
    connection = duckdb.connect()
    people = ARROW  # noqa: F841, read by DuckDB under its name
    for codec in ["snappy", "zstd"]:
        path = HERE / f"people-duckdb-{codec}.parquet"
        connection.execute(f"COPY people TO '{path}' (FORMAT parquet, COMPRESSION {codec})")
    # As Spark writes a folder.
    folder = HERE / "people-spark"
    folder.mkdir()
    for part, (first, count) in enumerate([(0, 3), (3, 0), (3, 4)]):
        name = f"part-0000{part}-c4ab.c000.snappy.parquet"
        write(ARROW.slice(first, count), folder / name)
        (folder / f".{name}.crc").write_bytes(b"crc")
    (folder / "_SUCCESS").write_bytes(b"")
    write(ARROW.slice(0, 1), folder / "_metadata")
    nested = pyarrow.table(
        {
            "id": [1, 2],
            "tags": [["a"], []],
            "home": [{"town": "Ulm"}, None],
            "map": pyarrow.array([[("a", 1)], []], pyarrow.map_(pyarrow.string(), pyarrow.int64())),
            "blob": [b"ok", b"\xff"],
            "half": pyarrow.array([1.5, None], pyarrow.float16()),
        }
    )
    write(nested, HERE / "nested.parquet")
    kinds = pyarrow.table(
        {
            "i8": pyarrow.array([-128, 127], pyarrow.int8()),
            "u8": pyarrow.array([0, 255], pyarrow.uint8()),
            "u32": pyarrow.array([0, 4294967295], pyarrow.uint32()),
            "u64": pyarrow.array([0, 18446744073709551615], pyarrow.uint64()),
            "f32": pyarrow.array([0.1, float("nan")], pyarrow.float32()),
            "time": pyarrow.array([dt.time(10), dt.time(0, 0, 0, 1500)], pyarrow.time64("us")),
            "utc": pyarrow.array([0, 1500], pyarrow.timestamp("ms", tz="UTC")),
            "nanos": pyarrow.array([1, -1], pyarrow.timestamp("ns")),
            "wide": pyarrow.array([D("1.5"), D("-0.000001")], pyarrow.decimal256(60, 6)),
            "town": pyarrow.array(["Ulm", "Bonn"]).dictionary_encode(),
            "none": pyarrow.nulls(2),
        }
    )
    write(kinds, HERE / "kinds.parquet")


def fill(sheet, rows):
    for row in rows:
        sheet.append([float(cell) if isinstance(cell, D) else cell for cell in row])


def xlsx():
    book = openpyxl.Workbook()
    fill(book.active, [NAMES, *ROWS])
    book.save(HERE / "people.xlsx")
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["These are notes."])
    sheet = book.create_sheet("Leute 2026")
    fill(sheet, [["Our people"], [], NAMES, *ROWS, [], ["Source: our own"]])
    hidden = book.create_sheet("Lists")
    hidden.sheet_state = "hidden"
    hidden.append(["a"])
    book.save(HERE / "sheets.xlsx")
    # Formulas with their stored values, errors, times and a cell far away.
    book = openpyxl.Workbook()
    sheet = book.active
    fill(sheet, [["a", "sum", "time", "long", "error", "text"], [1, 7, None, None, None, "1,234.50 €"]])
    sheet["B2"] = "=A2+6"
    sheet["C2"] = dt.time(10, 30)
    sheet["D2"] = dt.timedelta(hours=36, minutes=30)
    sheet["E2"] = "=1/0"
    path = HERE / "formulas.xlsx"
    book.save(path)
    again = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename == "xl/worksheets/sheet1.xml":
                for formula, kind, value in [(b"A2+6", b"", b"7"), (b"1/0", b' t="e"', b"#DIV/0!")]:
                    cell = re.compile(rb'(<c r="[BE]2")><f>' + re.escape(formula) + rb"</f><v ?(/>|></v>)")
                    stored = rb"\1" + kind + b"><f>" + formula + b"</f><v>" + value + b"</v>"
                    content, count = cell.subn(stored, content)
                    assert count == 1, content
            new.writestr(part, content)
    path.write_bytes(again.getvalue())


def xls():
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("People")
    styles = {
        dt.date: xlwt.easyxf(num_format_str="yyyy-mm-dd"),
        dt.datetime: xlwt.easyxf(num_format_str="yyyy-mm-dd hh:mm:ss"),
    }
    for place, row in enumerate([NAMES, *ROWS]):
        for column, cell in enumerate(row):
            if cell is not None:
                value = float(cell) if isinstance(cell, D) else cell
                if isinstance(cell, dt.datetime):
                    # xlwt leaves out the decimals of a second.
                    value = (cell - dt.datetime(1899, 12, 30)) / dt.timedelta(days=1)
                sheet.write(place, column, value, styles.get(type(cell), xlwt.Style.default_style))
    book.save(str(HERE / "people.xls"))


def ods():
    book = OpenDocumentSpreadsheet()
    gone = Style(name="gone", family="table")
    gone.addElement(TableProperties(display="false"))
    book.automaticstyles.addElement(gone)
    sheet = Table(name="People")
    for row in [NAMES, *ROWS]:
        line = TableRow()
        for cell in row:
            line.addElement(ods_cell(cell))
        # As LibreOffice fills a row and a sheet.
        line.addElement(TableCell(numbercolumnsrepeated=16000))
        sheet.addElement(line)
    last = TableRow(numberrowsrepeated=1_000_000)
    last.addElement(TableCell(numbercolumnsrepeated=16384))
    sheet.addElement(last)
    book.spreadsheet.addElement(sheet)
    hidden = Table(name="Lists", stylename=gone)
    line = TableRow()
    line.addElement(ods_cell("a"))
    hidden.addElement(line)
    book.spreadsheet.addElement(hidden)
    book.save(HERE / "people.ods")


def ods_cell(cell):
    if cell is None:
        return TableCell()
    if isinstance(cell, bool):
        return TableCell(valuetype="boolean", booleanvalue=text(cell))
    if isinstance(cell, dt.date):
        return TableCell(valuetype="date", datevalue=text(cell))
    if isinstance(cell, str):
        made = TableCell(valuetype="string")
        made.addElement(P(text=cell))
        return made
    made = TableCell(valuetype="float", value=repr(float(cell)))
    made.addElement(P(text="shown otherwise"))
    return made


def record(kind, data=b""):
    """A record of MS-XLSB."""
    out = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    size = len(data)
    while True:
        more = size > 127
        out += bytes([size & 127 | (128 if more else 0)])
        size >>= 7
        if not more:
            return out + data


def wide(text):
    return struct.pack("<I", len(text.encode("utf-16-le")) // 2) + text.encode("utf-16-le")


def xlsb():
    """A binary workbook by the specification, as no library writes one."""
    cells = b""
    for place, row in enumerate([NAMES, *ROWS]):
        cells += record(0, struct.pack("<III", place, 0, 0) + bytes(13))
        for column, cell in enumerate(row):
            if cell is None:
                continue
            style = 1 if isinstance(cell, dt.date) else 0
            head = struct.pack("<II", column, style)
            if isinstance(cell, bool):
                cells += record(4, head + bytes([cell]))
            elif isinstance(cell, str):
                cells += record(6, head + wide(cell))
            else:
                if isinstance(cell, dt.datetime):
                    cell = (cell - dt.datetime(1899, 12, 30)) / dt.timedelta(days=1)
                elif isinstance(cell, dt.date):
                    cell = (cell - day("1899-12-30")).days
                    # Excel counts a day that 1900 did not have.
                    cell -= 1 if cell < 60 else 0
                cells += record(5, head + struct.pack("<d", float(cell)))
    size = struct.pack("<IIII", 0, len(ROWS), 0, len(NAMES) - 1)
    sheet = record(129) + record(148, size) + record(145) + cells + record(146) + record(130)
    bundle = record(143) + record(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("People")) + record(144)
    book = record(131) + record(153, bytes(12)) + bundle + record(132)
    formats = record(617, struct.pack("<I", 2))
    formats += record(47, struct.pack("<HHHHH", 0, 0, 0, 0, 0) + bytes(6))
    formats += record(47, struct.pack("<HHHHH", 0, 22, 0, 0, 0) + bytes(6)) + record(618)
    styles = record(278) + formats + record(279)
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    parts = {
        "[Content_Types].xml": f'{head}<Types xmlns="{package}/content-types">'
        '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'
        "</Types>",
        "_rels/.rels": f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId1"'
        f' Type="{kind}/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        "xl/_rels/workbook.bin.rels": f'{head}<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="rId1" Type="{kind}/worksheet" Target="worksheets/sheet1.bin"/>'
        f'<Relationship Id="rId2" Type="{kind}/styles" Target="styles.bin"/></Relationships>',
        "xl/workbook.bin": book,
        "xl/styles.bin": styles,
        "xl/worksheets/sheet1.bin": sheet,
    }
    with zipfile.ZipFile(HERE / "people.xlsb", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def foreign():
    """One small file of each format that is recognised and not read."""
    folder = HERE / "foreign"
    folder.mkdir()
    frame = pandas.DataFrame({"id": [1, 2], "name": ["a", "b"]})
    table = pyarrow.Table.from_pandas(frame)
    pyreadstat.write_sav(frame, folder / "spss.sav")
    pyreadstat.write_sav(frame, folder / "spss.zsav", row_compress=False, compress=True)
    pyreadstat.write_por(frame.rename(columns=str.upper), folder / "spss-portable.por")
    pyreadstat.write_dta(frame, folder / "stata.dta")
    frame.to_stata(folder / "stata-old.dta", version=114, write_index=False)
    pyreadstat.write_xport(frame, folder / "sas-transport.xpt")
    magic = bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
    (folder / "sas.sas7bdat").write_bytes(magic + bytes(500))
    pyreadr.write_rds(folder / "r.rds", frame)
    pyreadr.write_rdata(folder / "r.RData", frame, df_name="people")
    pyarrow.feather.write_feather(table, folder / "arrow.feather")
    pyarrow.feather.write_feather(table, folder / "arrow-1.feather", version=1)
    with pyarrow.ipc.new_stream(folder / "arrow.arrows", table.schema) as stream:
        stream.write_table(table)
    pyarrow.orc.write_table(table, folder / "orc.orc")
    schema = {"type": "record", "name": "p", "fields": [{"name": "id", "type": "int"}]}
    with open(folder / "avro.avro", "wb") as out:
        fastavro.writer(out, schema, [{"id": 1}])
    with h5py.File(folder / "hdf5.h5", "w") as out:
        out["id"] = [1, 2]
    with scipy.io.netcdf_file(str(folder / "net-cdf.nc"), "w") as out:
        out.createDimension("x", 2)
    data = bytearray((HERE / "people-polars.parquet").read_bytes())
    data[:4] = data[-4:] = b"PARE"
    (folder / "encrypted-parquet.parquet").write_bytes(data)
    with sqlite3.connect(folder / "sqlite.db") as connection:
        connection.execute("create table p (id int)")
    with duckdb.connect(folder / "duck-db.duckdb") as connection:
        connection.execute("create table p (id int)")
    for version in ["Jet", "ACE"]:
        (folder / f"access-{version.lower()}.mdb").write_bytes(b"\0\1\0\0Standard " + version.encode() + b" DB\0" + bytes(99))
    made = dbf.Table(str(folder / "dbase.dbf"), "id N(5,0); name C(9)")
    made.open(dbf.READ_WRITE)
    made.append((1, "a"))
    made.close()
    scipy.io.savemat(folder / "matlab.mat", {"id": [1, 2]})
    numpy.save(folder / "num-py.npy", numpy.array([1, 2]))
    numpy.savez(folder / "num-py.npz", id=numpy.array([1, 2]))
    for protocol in [2, 5]:
        (folder / f"pickle-{protocol}.pkl").write_bytes(pickle.dumps(frame.to_dict(), protocol))
    (folder / "old-excel.xls").write_bytes(bytes.fromhex("0904060000001000") + bytes(99))
    for name in ["word/document.xml", "ppt/presentation.xml", "Index/Document.iwa", "a.csv"]:
        kind = {"w": "word.docx", "p": "power-point.pptx", "I": "numbers.numbers", "a": "zip.zip"}[name[0]]
        with zipfile.ZipFile(folder / kind, "w") as archive:
            archive.writestr(name, "a,b\n1,2\n")
    with zipfile.ZipFile(folder / "open-document.odt", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", "<a/>")
    page = reportlab.pdfgen.canvas.Canvas(str(folder / "pdf.pdf"))
    page.drawString(9, 9, "id")
    page.save()
    (folder / "rtf.rtf").write_text("{\\rtf1 id}")
    frame.to_html(folder / "html.xls")
    (folder / "xml.xml").write_text('\ufeff<?xml version="1.0"?><a/>')
    frame.to_json(folder / "json.json", orient="records")
    (folder / "json-lines.jsonl").write_text(json.dumps({"id": 1}) + "\n")
    plain = (HERE / "people.csv").read_bytes()
    (folder / "gzip.csv.gz").write_bytes(gzip.compress(plain, mtime=0))
    (folder / "bzip2.csv.bz2").write_bytes(bz2.compress(plain))
    (folder / "xz.csv.xz").write_bytes(lzma.compress(plain))
    (folder / "zstd.csv.zst").write_bytes(zstandard.compress(plain))
    with py7zr.SevenZipFile(folder / "seven-zip.7z", "w") as archive:
        archive.write(HERE / "people.csv", "people.csv")
    (folder / "rar.rar").write_bytes(b"Rar!\x1a\x07\x01\0" + bytes(99))
    with tarfile.open(folder / "tar.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        about = tarfile.TarInfo("people.csv")
        about.size = len(plain)
        archive.addfile(about, io.BytesIO(plain))
    for kind in ["png", "jpeg", "gif", "tiff"]:
        Image.new("RGB", (2, 2)).save(folder / f"{kind}.{kind}")
    for path in folder.iterdir():
        if path.stat().st_size > 8192:
            path.write_bytes(path.read_bytes()[:4096])
    # Office files of before 2007: their streams alone tell what they are.
    for stream, name in [
        ("WordDocument", "word.doc"),
        ("PowerPoint Document", "power-point.ppt"),
        ("EncryptedPackage", "office-with-password.xlsx"),
        ("__properties_version1.0", "other-office.msg"),
    ]:
        data = bytearray((HERE / "people.xls").read_bytes())
        old = "Workbook".encode("utf-16-le").ljust(64, b"\0")
        place = data.index(old)
        new = stream.encode("utf-16-le").ljust(64, b"\0")
        data[place : place + 64] = new
        struct.pack_into("<H", data, place + 64, 2 * len(stream) + 2)
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    for path in HERE.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "make.py":
            path.unlink()
    csvs()
    parquets()
    xlsx()
    xls()
    ods()
    xlsb()
    foreign()
