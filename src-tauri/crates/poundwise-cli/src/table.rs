//! Text laid out in columns.

use unicode_width::UnicodeWidthStr as _;

use crate::language::say;
use crate::messages::Label;

/// Side of its column on which a cell stands.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Left,
    Right,
    /// Left, for words of this program, which are never cut.
    Whole,
    /// As `Whole`. The column is left out if all of its cells are empty.
    IfAny,
}

/// A column: its heading and the side its cells stand on.
pub(crate) type Column = (String, Side);

impl Label {
    /// Returns a column with cells on the left.
    pub(crate) fn left(self) -> Column {
        (say(self), Side::Left)
    }

    /// Returns a column with cells on the right.
    pub(crate) fn right(self) -> Column {
        (say(self), Side::Right)
    }

    /// Returns a column with cells that are never cut.
    pub(crate) fn whole(self) -> Column {
        (say(self), Side::Whole)
    }

    /// Returns a column that is left out if its cells are empty.
    pub(crate) fn if_any(self) -> Column {
        (say(self), Side::IfAny)
    }
}

/// Returns a column without a heading.
pub(crate) fn unnamed() -> Column {
    (String::new(), Side::Left)
}

/// Maximum width of a cell before another one, in columns of the terminal. One long title would
/// move the rest of every row out of sight.
const WIDEST: usize = 60;

/// Returns rows under headings, with two spaces between columns and no trailing space. A cell on
/// the left that is wider than [`WIDEST`] is cut, unless it is the last one.
pub(crate) fn table(columns: &[Column], rows: &[Vec<String>]) -> String {
    let is_empty = |at: usize| rows.iter().all(|row| row[at].is_empty());
    let left_out = |(at, (_, side)): (usize, &Column)| {
        (matches!(side, Side::IfAny) && is_empty(at)).then_some(at)
    };
    if let Some(at) = columns.iter().enumerate().find_map(left_out) {
        let (mut columns, mut rows) = (columns.to_vec(), rows.to_vec());
        columns.remove(at);
        for row in &mut rows {
            row.remove(at);
        }
        return table(&columns, &rows);
    }
    let shown = |(column, cell): (usize, &String)| match columns[column].1 {
        Side::Left if column + 1 < columns.len() => cut(&one_line(cell)),
        _ => one_line(cell),
    };
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().enumerate().map(shown).collect())
        .collect();
    let mut widths: Vec<usize> = columns.iter().map(|(heading, _)| width(heading)).collect();
    for row in &rows {
        for (column, cell) in row.iter().enumerate() {
            widths[column] = widths[column].max(width(cell));
        }
    }
    let mut text = String::new();
    let headings: Vec<String> = columns.iter().map(|(heading, _)| heading.clone()).collect();
    for row in std::iter::once(&headings).chain(&rows) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            let space = " ".repeat(widths[column] - width(cell));
            match columns[column].1 {
                Side::Left | Side::Whole | Side::IfAny => line.extend([cell.as_str(), &space]),
                Side::Right => line.extend([space.as_str(), cell]),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns names and what they are, one a line; what is empty is left out.
pub(crate) fn fields(fields: &[(Label, String)]) -> String {
    let fields = fields.iter().map(|(label, value)| (say(label), value));
    let fields: Vec<(String, &String)> = fields.collect();
    let name_width = fields
        .iter()
        .map(|(name, _)| width(name))
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (name, value) in &fields {
        if !value.is_empty() {
            let space = " ".repeat(name_width - width(name) + 2);
            text.extend([
                "  ",
                name.as_str(),
                &space,
                one_line(value).trim_end(),
                "\n",
            ]);
        }
    }
    text
}

/// Returns a text on one line. Line breaks, tabs and other control characters become spaces.
pub(crate) fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.replace("\r\n", "\n").replace(breaks, " ")
}

/// Returns a text of at most [`WIDEST`] columns, with an ellipsis at its end if it was cut.
fn cut(text: &str) -> String {
    if width(text) <= WIDEST {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width(&kept) > WIDEST - 1 {
            kept.pop();
            break;
        }
    }
    kept.push('…');
    kept
}

/// Returns the number of columns of a terminal that a text takes (Unicode Standard Annex #11).
fn width(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optional_column_is_left_out_if_it_is_empty() {
        let columns = [Label::Name.left(), Label::Available.if_any()];
        let row = |name: &str, limit: &str| vec![name.to_owned(), limit.to_owned()];
        assert_eq!(table(&columns, &[row("a", "")]), "name\na\n");
        let text = table(&columns, &[row("a", ""), row("b", "up to 2")]);
        assert_eq!(text, "name  available\na\nb     up to 2\n");
    }

    #[test]
    fn columns_line_up_by_characters_not_bytes() {
        let rows = vec![
            vec!["ε 1.5 (1½ lb)".to_owned(), "€2.00".to_owned()],
            vec!["x".to_owned(), "12".to_owned()],
        ];
        let text = table(&[Label::Level.left(), Label::Price.right()], &rows);
        assert_eq!(
            text,
            "level          price\nε 1.5 (1½ lb)  €2.00\nx                 12\n"
        );
    }

    #[test]
    fn wide_and_combining_characters_take_the_room_that_a_terminal_gives_them() {
        let rows = vec![
            vec!["数量".to_owned(), "1".to_owned()],
            vec!["cafe\u{301}".to_owned(), "2".to_owned()],
            vec!["abcd".to_owned(), "3".to_owned()],
        ];
        let text = table(&[Label::Name.left(), Label::No.right()], &rows);
        assert_eq!(text, "name  no.\n数量    1\ncafe\u{301}    2\nabcd    3\n");
    }

    /// Regression test: a title of 200 wide characters moved the rest of its row out of sight.
    #[test]
    fn wide_cell_is_cut_to_its_width_unless_it_is_last() {
        let wide = "数".repeat(100);
        let rows = vec![
            vec![wide.clone(), wide.clone()],
            vec!["é".repeat(61), "1".to_owned()],
        ];
        let text = table(&[Label::Title.left(), Label::Note.left()], &rows);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], format!("{}…   {wide}", "数".repeat(29)));
        assert_eq!(lines[2], format!("{}…  1", "é".repeat(59)));
        assert_eq!(cut(&"x".repeat(60)), "x".repeat(60));
    }

    #[test]
    fn no_text_breaks_its_line() {
        assert_eq!(
            one_line("a\nb\r\nc\rd\te\u{b}f\u{85}g\u{2028}h"),
            "a b c d e f g h"
        );
    }

    #[test]
    fn fields_skip_what_is_empty_and_stay_on_their_line() {
        let text = fields(&[
            (Label::Id, "a\nb".to_owned()),
            (Label::Terms, String::new()),
            (Label::Unit, "kg".to_owned()),
        ]);
        assert_eq!(text, "  id     a b\n  unit   kg\n");
    }
}
