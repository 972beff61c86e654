-- docs/t-sql/functions/base64-encode-transact-sql.md, docs/t-sql/functions/base64-decode-transact-sql.md: the examples; states of Msg 9803.
SELECT Base64_Encode(0xA9) AS [Encoded &copy; symbol];
SELECT BASE64_ENCODE(CAST('hello world' AS varbinary)) AS text;
SELECT BASE64_ENCODE(0xCAFECAFE) AS usual, BASE64_ENCODE(0xCAFECAFE, 1) AS url_safe, BASE64_ENCODE(NULL) AS nothing, BASE64_ENCODE(0x) AS empty;
SELECT BASE64_DECODE('qQ==') AS a, BASE64_DECODE('yv7K/g==') AS b, BASE64_DECODE('yv7K_g') AS c, BASE64_DECODE(NULL) AS nothing;
SELECT CAST(BASE64_DECODE('aGVs' + CHAR(13) + CHAR(10) + ' bG8gd29y bGQ=') AS varchar(20)) AS blanks;
GO
SELECT SQL_VARIANT_PROPERTY(BASE64_ENCODE(0xA9), 'MaxLength') AS characters, SQL_VARIANT_PROPERTY(BASE64_DECODE('qQ=='), 'BaseType') AS type;
SELECT LEN(BASE64_ENCODE(CAST(REPLICATE(CAST('x' AS varchar(max)), 30000) AS varbinary(max)))) AS length;
GO
SELECT BASE64_DECODE('qQ!!');
GO
SELECT BASE64_DECODE('qQabc');
GO
SELECT BASE64_DECODE('qQ===');
GO
SELECT BASE64_DECODE('qQ==qQ==');
GO
SELECT BASE64_ENCODE('text');
GO
