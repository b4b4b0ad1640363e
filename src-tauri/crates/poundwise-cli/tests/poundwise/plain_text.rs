//! Words about people and tables in a home's files, as a reader without the passphrase finds them.

use std::{fs, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use memchr::memmem;
use poundwise_market::{Home, HomeOptions, Passphrase, Roles};
use serde_json::{Value, json};

use crate::support::{PASSPHRASE, Trader, World, text};

/// The account of the listing, which is public.
const LISTED: &str = "DE75512108001245126199";
/// Another account of the owner.
const OWN: &str = "DE89370400440532013000";
/// The account of a payer, in the text of a transfer.
const PAYER: &str = "NL91ABNA0417164300";

/// Words that no file contains.
const HIDDEN: [&str; 47] = [
    // Columns, declared values and cells of tables that no listing states.
    "zzhousehold",
    "zzincome",
    "zzward",
    "zznorthward",
    "zzsouthward",
    "zzcellperson",
    "zzpatients.csv",
    // A codebook.
    "zzcodebook",
    "zzcodecolumn",
    "zzcodetitle",
    "zzcodeunit",
    "zzcodebin",
    // A contact and a rule.
    "zzcontactname",
    "zzcontactnote",
    "zzothercontact",
    "zzrulepayment",
    // Banks and their statements.
    OWN,
    PAYER,
    "zzbankname",
    "zzdaycolumn",
    "zzamountcolumn",
    "zztextcolumn",
    "zzpayercolumn",
    "zzcsvpayer",
    "zzcsvtext",
    "zzcamtpayer",
    "zzcamttext",
    "zzcamtremark",
    "zzservicer",
    "zzbatchpayer",
    "zzbatchtext",
    // A payment that the owner recorded.
    "zzlaterpayment",
    // The seller on invoices.
    "zzsellername",
    "zzsellerstreet",
    "zzsellercity",
    "zzseller@example.org",
    "zzsellertax",
    "DE123456789",
    "zzprefix",
    // The buyer on an invoice, and a credit note.
    "zzbuyername",
    "zzbuyerstreet",
    "zzbuyercity",
    "zzbuyercode",
    "zzbuyer@example.org",
    "zzbuyerreference",
    "ATU12345675",
    "zzcreditreason",
];

/// Names that the database shows as they are.
const READABLE: [&str; 4] = ["zzdataset", "zzunlisted", "zzpopulation", "zzunit"];

/// Words of signed documents, which the database shows in base64: the names of homes, a listing with
/// the columns and the account that it states, the payment reference of a receipt and the reason of a
/// refusal.
const SIGNED: [&str; 8] = [
    "zzpersoncolumn",
    "zzowner",
    "zzbuyerhome",
    "zzlistingtitle",
    "zzlistedcolumn",
    LISTED,
    "zzreceipttext",
    "zzrefusal",
];

/// Returns the forms in which a word may be in a file: UTF-8, UTF-16, and base64url at each of its
/// three alignments.
fn forms(word: &str) -> Vec<Vec<u8>> {
    let wide = word.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut forms = vec![word.as_bytes().to_vec(), wide];
    for before in 0..3 {
        let padded = [&vec![0; before], word.as_bytes()].concat();
        let encoded = URL_SAFE_NO_PAD.encode(&padded);
        // Characters that also depend on the bytes beside the word are left out.
        let end = padded.len() * 4 / 3;
        forms.push(encoded.as_bytes()[(before * 4).div_ceil(3)..end].to_vec());
    }
    forms
}

fn contains(bytes: &[u8], word: &str) -> bool {
    let forms = forms(word);
    forms.iter().any(|form| memmem::find(bytes, form).is_some())
}

/// Returns all files below a folder.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    found
}

/// Returns which hidden words are in which file of the homes, the market or the marks.
fn found(world: &World) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for folder in ["zzowner", "zzbuyerhome", "market", "state"] {
        for (name, bytes) in files(&world.path(folder)) {
            for word in HIDDEN {
                if contains(&bytes, word) {
                    found.push((name.clone(), word));
                }
            }
        }
    }
    found
}

/// Imports two tables and lists one column of the first.
fn listed(owner: &Trader) -> String {
    let table = owner.world.file(
        "zzpatients.csv",
        "zzpersoncolumn,zzincome,zzward,zzlistedcolumn\nzzcellperson,10,zznorthward,1\nb,20,zzsouthward,2\n",
    );
    let schema = json!({"columns": [
        {"name": "zzpersoncolumn", "type": "text"},
        {"name": "zzincome", "type": "number"},
        {"name": "zzward", "type": "text", "values": ["zznorthward", "zzsouthward"]},
        {"name": "zzlistedcolumn", "type": "number"},
    ]});
    let schema = owner.world.file("schema.json", schema.to_string());
    owner.j(&format!(
        "dataset import {table} --schema {schema} --name zzdataset --population zzpopulation \
         --unit-name zzunit --cap 100 --person-column zzpersoncolumn --rows-per-person 1"
    ));
    let unlisted = owner.world.file("unlisted.csv", "zzhousehold\nc\nd\n");
    owner.j(&format!(
        "dataset import {unlisted} --types zzhousehold:text --name zzunlisted --population \
         zzpopulation --person-column zzhousehold --rows-per-person 1"
    ));
    let listing = owner.j(&format!(
        "listing create zzdataset mean zzlistedcolumn --bounds 0..9 --price 4:80 --pay-to {LISTED} \
         --title zzlistingtitle"
    ));
    text(&listing, "id").to_owned()
}

/// Returns an entry of a CAMT statement whose transfers have these names, amounts and texts.
fn entry(amount: &str, transfers: &[(&str, &str, &str)]) -> String {
    let transfers: String = transfers
        .iter()
        .map(|(name, amount, text)| {
            format!(
                "<TxDtls><Amt Ccy=\"EUR\">{amount}</Amt><RltdPties><Dbtr><Pty><Nm>{name}</Nm></Pty>\
                 </Dbtr><DbtrAcct><Id><IBAN>{PAYER}</IBAN></Id></DbtrAcct></RltdPties>\
                 <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls>"
            )
        })
        .collect();
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
         <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>zzservicer</AcctSvcrRef>\
         <NtryDtls>{transfers}</NtryDtls><AddtlNtryInf>zzcamtremark</AddtlNtryInf></Ntry>"
    )
}

/// Imports statements of two banks that name the order, which costs 20.00.
fn paid(owner: &Trader, reference: &str) {
    let entries = [
        entry(
            "20.00",
            &[("zzcamtpayer", "20.00", &format!("{reference} zzcamttext"))],
        ),
        entry(
            "3.00",
            &[
                ("zzbatchpayer", "1.00", &format!("{reference} zzbatchtext")),
                ("zzbatchpayer", "2.00", &format!("{reference} of {PAYER}")),
            ],
        ),
    ];
    let statement = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt>\
         <Acct><Id><IBAN>{LISTED}</IBAN></Id></Acct>{}</Stmt></BkToCstmrStmt></Document>",
        entries.concat()
    );
    let statement = owner.world.file("statement.xml", statement);
    let imported = owner.json(&["payments", "import", &statement]);
    assert_eq!(imported["bookings"].as_array().unwrap().len(), 3);
    let rows = format!(
        "zzdaycolumn;zzpayercolumn;zztextcolumn;zzamountcolumn\n\
         2026-11-20;zzcsvpayer;{reference} zzcsvtext;7,00\n"
    );
    let statement = owner.world.file("statement.csv", rows);
    owner.j(&format!(
        "bank set zzbankname --iban {OWN} --day zzdaycolumn --day-order year-month-day --amount \
         zzamountcolumn --decimal comma --currency EUR --text zztextcolumn --party zzpayercolumn"
    ));
    let imported = owner.json(&["payments", "import", &statement, "--bank", "zzbankname"]);
    assert_eq!(imported["bookings"].as_array().unwrap().len(), 1);
}

/// Issues an invoice of a receipt, and cancels it.
fn invoiced(owner: &Trader, receipt: &str) {
    owner.j(
        "invoice setup --name zzsellername --street zzsellerstreet --post-code 20457 --city \
         zzsellercity --country DE --vat-id DE123456789 --tax-number zzsellertax --email \
         zzseller@example.org --vat-rate 19 --prefix zzprefix",
    );
    let issued = owner.j(&format!(
        "invoice issue {receipt} --name zzbuyername --street zzbuyerstreet --post-code zzbuyercode \
         --city zzbuyercity --country AT --vat-id ATU12345675 --email zzbuyer@example.org \
         --reference zzbuyerreference"
    ));
    let number = text(&issued["invoice"], "number");
    owner.json(&["invoice", "credit", number, "--reason", "zzcreditreason"]);
}

/// Runs a sale with tables, a codebook, a contact, a rule, statements of two banks, payments, an
/// invoice and a credit note.
fn sale(owner: &Trader, buyer: &Trader) {
    let listing = listed(owner);
    let codebook = owner.world.file(
        "codebook.csv",
        "column,kind,title,low,high,unit,bins\nzzcodecolumn,mean,zzcodetitle,0,9,zzcodeunit,\n\
         zzward,histogram,zzcodetitle,,,,\"zzcodebin,zzother\"\n",
    );
    owner.json(&["codebook", "import", "zzcodebook", &codebook]);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let key = text(&owner.j("inbox list")[0]["order"], "buyer_kid").to_owned();
    owner.j(&format!(
        "contact add {key} --name zzothercontact --note zzcontactnote"
    ));
    owner.j("contact edit zzothercontact --name zzcontactname");
    owner.j(
        "rule add --for zzcontactname --population zzpopulation --up-to 0.5 --per-order 1 --payment \
         zzrulepayment",
    );
    paid(owner, text(&order, "reference"));
    let approved = owner.json(&["payments", "approve"]);
    let receipt = text(&approved["receipts"][0], "id").to_owned();
    buyer.j("collect");
    let on_credit = buyer.json(&["order", &listing, "--to", "2"]);
    let on_credit = owner.json(&["approve", text(&on_credit, "id"), "--settlement", "credit"]);
    buyer.j("collect");
    owner.json(&[
        "receipt",
        "paid",
        text(&on_credit, "id"),
        "--amount",
        "1",
        "--payment",
        "zzlaterpayment",
    ]);
    invoiced(owner, &receipt);
    let by_hand = buyer.json(&["order", &listing, "--to", "3"]);
    owner.json(&[
        "approve",
        text(&by_hand, "id"),
        "--payment",
        "zzreceipttext",
    ]);
    buyer.j("collect");
    let refused = buyer.json(&["order", &listing, "--to", "4"]);
    owner.json(&["decline", text(&refused, "id"), "--reason", "zzrefusal"]);
    buyer.j("collect");
}

/// Returns the answers of the owner's commands that show the sale.
fn shown(owner: &Trader) -> String {
    let parts: Vec<Value> = [
        "dataset show zzdataset",
        "dataset show zzunlisted",
        "codebook list",
        "contact list",
        "rule list",
        "bank list",
        "payments list --all",
        "receipt list",
        "invoice details",
        "invoice list",
    ]
    .map(|line| owner.j(line))
    .into();
    Value::Array(parts).to_string()
}

#[test]
fn files_of_a_home_contain_no_word_that_names_a_person_or_a_column() {
    let world = World::new();
    let (owner, buyer) = (world.home("zzowner"), world.home("zzbuyerhome"));
    sale(&owner, &buyer);
    // The owner's commands show every stored word except cells, the name of the imported file, the
    // contact's earlier name, and references that only recognise a booking.
    let all = shown(&owner);
    let unshown = [
        "zzcellperson",
        "zzpatients.csv",
        "zzothercontact",
        "zzservicer",
    ];
    for word in HIDDEN.iter().filter(|word| !unshown.contains(word)) {
        assert!(all.contains(word), "{word} was not stored");
    }
    let database = fs::read(world.path("zzowner/poundwise.db")).unwrap();
    assert_eq!(found(&world), []);
    for word in READABLE {
        assert!(memmem::find(&database, word.as_bytes()).is_some(), "{word}");
    }
    for word in SIGNED {
        assert!(contains(&database, word), "{word}");
    }

    // Also while the home is open, with a write-ahead log, and after a change of the recovery key.
    let options = HomeOptions {
        work_factor: Some(1),
        state: Some(world.path("state").join("poundwise")),
        ..HomeOptions::default()
    };
    let passphrase = Passphrase::from(PASSPHRASE.to_owned());
    let mut home = Home::open(&owner.home, &passphrase, &options).unwrap();
    let contact = home.seller().contacts().unwrap().remove(0);
    let seller = home.seller();
    for note in ["zzcontactnote zzsellertax", "zzcontactnote"] {
        let who = contact.kid.to_string().parse().unwrap();
        let note = note.parse().unwrap();
        seller.edit_contact(&who, None, Some(&note)).unwrap();
    }
    let log = fs::metadata(world.path("zzowner/poundwise.db-wal")).unwrap();
    assert!(log.len() > 0);
    assert_eq!(found(&world), []);
    home.new_recovery_key(&passphrase).unwrap();
    assert_eq!(found(&world), []);
    drop(home);
    assert_eq!(found(&world), []);
    assert_eq!(shown(&owner), all);
    owner.j("home check");
}
